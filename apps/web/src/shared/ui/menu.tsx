import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

type MenuProps = {
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
};

/** Actions that open under a button; arrows, Home/End and letters move, Escape closes. */
export function Menu({ trigger, align = 'start', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          className="z-(--z-dialog) max-h-[60vh] min-w-44 overflow-y-auto rounded-card border border-line-strong bg-overlay p-1 shadow-overlay data-[state=open]:animate-appear"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = { readonly onSelect: () => void; readonly children: ReactNode; readonly disabled?: boolean };

export function MenuItem({ onSelect, children, disabled = false }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabled}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-13 outline-0 data-[disabled]:opacity-45 data-[highlighted]:bg-hover max-md:h-(--h-touch)"
    >
      {children}
    </DropdownMenu.Item>
  );
}
