import type { Currency } from '@vigia/core/vocabulary';
import { dateFormat, decimalsOf, numberFormat, SMALLEST_WHOLE_AMOUNT, withMinusSign } from '#shared/lib/format.ts';

/**
 * Formats a result as a short number without its currency, for a narrow cell whose heading names the currency: `+8.5`,
 * `−1,235`, `+12.3K`, `+0.0012`.
 */
export function formatSignedShort(amount: number, currency: Currency): string {
  const size = Math.abs(amount);
  const isFine = decimalsOf(currency) > 4 && size < SMALLEST_WHOLE_AMOUNT;
  return withMinusSign(
    numberFormat({
      signDisplay: 'exceptZero',
      maximumFractionDigits: isFine ? 4 : size < 100 ? Math.min(decimalsOf(currency), 2) : size < 10_000 ? 0 : 1,
      ...(size >= 10_000 && { notation: 'compact' }),
    }).format(amount),
  );
}

/** Formats a month such as `2026-11` as `noviembre de 2026`. */
export const formatMonth = (month: string): string =>
  dateFormat({ month: 'long', year: 'numeric' }, 'UTC').format(new Date(`${month}-01`));
