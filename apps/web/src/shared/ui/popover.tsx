import { Popover as RadixPopover } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#shared/lib/cn.ts';

/** Root of a popover next to its trigger. While the popover is open, the page stays usable. */
export const Popover = RadixPopover.Root;
export const PopoverTrigger = RadixPopover.Trigger;
export const PopoverClose = RadixPopover.Close;

/** Renders the content of a popover. `className` sets its width and layout. */
export const PopoverPanel = ({ className, ...rest }: ComponentProps<typeof RadixPopover.Content>) => (
  <RadixPopover.Portal>
    <RadixPopover.Content
      sideOffset={6}
      collisionPadding={12}
      className={cn(
        'z-(--z-dialog) max-w-[calc(100vw-24px)] rounded-card border border-line-strong bg-overlay shadow-overlay data-[state=open]:animate-appear',
        className,
      )}
      {...rest}
    />
  </RadixPopover.Portal>
);
