import { cn } from '#shared/lib/cn.ts';

type KeysProps = { readonly children: string; readonly className?: string };

/** Renders a key or a key combination with the labels of a keyboard. */
export const Keys = ({ children, className }: KeysProps) => (
  <kbd
    className={cn(
      'inline-block min-w-5 rounded-chip border border-line-strong bg-raised px-1.5 text-center [font-family:inherit] text-12 font-medium text-fg-2',
      className,
    )}
  >
    {children}
  </kbd>
);
