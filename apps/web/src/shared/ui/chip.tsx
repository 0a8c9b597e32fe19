import type { ButtonHTMLAttributes } from 'react';
import { cn } from '#shared/lib/cn.ts';

type ChipProps = ButtonHTMLAttributes<HTMLButtonElement> & { readonly selected?: boolean };

/** Renders a button for one of a few options, such as an amount or a duration. */
export const Chip = ({ selected = false, className, ...rest }: ChipProps) => (
  <button
    type="button"
    aria-pressed={selected}
    className={cn(
      'inline-flex h-7 items-center justify-center gap-1.5 rounded-chip border px-2.5 text-13 font-medium whitespace-nowrap transition touch-target touch:h-10 disabled:cursor-not-allowed disabled:opacity-45',
      selected ? 'border-accent bg-accent-tint text-fg-1' : 'border-line bg-raised text-fg-2 hover:text-fg-1',
      className,
    )}
    {...rest}
  />
);
