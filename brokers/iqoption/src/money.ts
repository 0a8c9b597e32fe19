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

/** Whether amounts of that currency are whole cents (ISO 4217 by way of ICU). */
export function hasCents(currency: string): boolean {
  if (!/^[A-Z]{3}$/.test(currency)) return false;
  const style = new Intl.NumberFormat('en', { style: 'currency', currency });
  return style.resolvedOptions().maximumFractionDigits === 2;
}
