import type { Currency } from '@vigia/core/vocabulary';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatSignedMoney } from '#shared/lib/format.ts';

type MoneyProps = {
  readonly amount: number;
  readonly currency: Currency;
  /** How the amount is shown: a `result` has a sign, and a colour for money won or lost. */
  readonly kind?: 'amount' | 'result';
  readonly className?: string;
};

export function Money({ amount, currency, kind = 'amount', className }: MoneyProps) {
  if (kind === 'amount')
    return <span className={cn('whitespace-nowrap', className)}>{formatMoney(amount, currency)}</span>;
  return (
    <span
      className={cn('whitespace-nowrap', amount > 0 ? 'text-call' : amount < 0 ? 'text-put' : 'text-fg-2', className)}
    >
      {formatSignedMoney(amount, currency)}
    </span>
  );
}
