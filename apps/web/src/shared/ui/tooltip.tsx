import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement } from 'react';

type TooltipProps = {
  readonly text: string;
  readonly side?: 'right' | 'top' | 'bottom' | 'left';
  /** The element that the tooltip explains; it must accept a ref and event handlers. */
  readonly children: ReactElement;
};

/** Shows a short text next to the hovered or focused element. An ancestor must be a {@link TooltipProvider}. */
export const Tooltip = ({ text, side = 'top', children }: TooltipProps) => (
  <RadixTooltip.Root>
    <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
    <RadixTooltip.Portal>
      <RadixTooltip.Content
        side={side}
        sideOffset={6}
        className="z-(--z-tooltip) rounded-chip border border-line-strong bg-overlay px-2 py-1 text-12 text-fg-1 shadow-overlay"
      >
        {text}
      </RadixTooltip.Content>
    </RadixTooltip.Portal>
  </RadixTooltip.Root>
);

export const TooltipProvider = RadixTooltip.Provider;
