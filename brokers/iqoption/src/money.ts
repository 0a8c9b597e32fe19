import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { parseAmountMinor, scaleHalfEven } from '@vigia/core/trades';

const MICROS = 1_000_000;

/**
 * Cents of an amount off the wire, exactly where it is one. The broker pays percentages of odd stakes with more decimals
 * (1.37 · 1.85 = 2.5345): those are rounded half to even, on the sixth decimal, where the noise of binary fractions is gone.
 *
 * @throws RangeError where it is no amount of money
 */
export function centsOf(amount: number): MinorUnits {
  const exact = parseAmountMinor(amount);
  if (exact.ok) return exact.value;
  if (exact.error !== 'too_many_decimals') throw new RangeError('not an amount of money');
  const cents = scaleHalfEven(Math.round(Math.abs(amount) * MICROS), 1, MICROS / 100);
  return minorUnits(amount < 0 ? 0 - cents : cents);
}

/** The currencies of ISO 4217 with none, three or four decimals. `Intl` is no help: it rounds pesos away for display. */
const WITHOUT_CENTS = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF'],
  ...['XPF', 'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW', 'BTC', 'ETH', 'LTC'],
]);

/** Whether amounts of that currency are whole cents. */
export const hasCents = (currency: string): boolean => /^[A-Z]{3}$/.test(currency) && !WITHOUT_CENTS.has(currency);
