import { useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatPrice } from '#shared/lib/format.ts';

type PriceProps = {
  /** The quote; null while the price is unknown. */
  readonly value: number | null;
  /** Number of decimals of the asset. */
  readonly decimals: number;
  readonly className?: string;
};

/** Shows a quote. The digits that changed at the last tick are tinted until the next tick. */
export function Price({ value, decimals, className }: PriceProps) {
  const [shown, setShown] = useState<{ value: number | null; previous: number | null }>({ value, previous: value });
  if (shown.value !== value) setShown({ value, previous: shown.value });
  const { previous } = shown;
  if (value === null) return <span className={cn('text-fg-3', className)}>—</span>;
  const text = formatPrice(value, decimals);
  const same = previous === null ? text.length : commonPrefix(formatPrice(previous, decimals), text);
  const rising = previous !== null && value > previous;
  return (
    <span className={cn('whitespace-nowrap', className)}>
      {text.slice(0, same)}
      {same < text.length && (
        <span key={value} className={rising ? 'animate-tint-up' : 'animate-tint-down'}>
          {text.slice(same)}
        </span>
      )}
    </span>
  );
}

function commonPrefix(before: string, after: string): number {
  if (before.length !== after.length) return 0;
  let index = 0;
  while (index < after.length && before[index] === after[index]) index += 1;
  return index;
}
