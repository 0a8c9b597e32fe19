import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';

type MenuProps = {
  /** The button that opens the menu; it must accept a ref and event handlers. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
};

/** Renders a button that opens a menu of actions. */
export const Menu = ({ trigger, align = 'end', children }: MenuProps) => (
  <DropdownMenu.Root>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-(--z-dialog) grid min-w-44 rounded-card border border-line-strong bg-overlay p-1 shadow-overlay data-[state=open]:animate-appear"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

type MenuItemProps = { readonly onSelect: () => void; readonly danger?: boolean; readonly children: ReactNode };

export const MenuItem = ({ onSelect, danger = false, children }: MenuItemProps) => (
  <DropdownMenu.Item
    onSelect={onSelect}
    className={cn(
      'flex h-9 cursor-pointer items-center rounded-chip px-2.5 text-13 outline-0 data-highlighted:bg-hover touch:h-(--h-touch)',
      danger && 'text-error',
    )}
  >
    {children}
  </DropdownMenu.Item>
);
