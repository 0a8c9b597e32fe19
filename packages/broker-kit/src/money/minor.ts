import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { type Currency, exponentOf, parseAmountMinor, scaleHalfEven } from '@vigia/core/money';

/** Number of decimals, beyond the decimals of the currency, that are kept in the first rounding. */
const EXTRA_DECIMALS = 4;

/**
 * Converts an amount from a broker's message to minor units of the account's currency, exactly where possible; returns
 * null if it is not an amount of money. Brokers pay percentages of a stake with more decimals (1.37 · 1.85 = 2.5345)
 * and send sums of binary fractions (8.700000000000001). Such amounts are first rounded to four decimals more than the
 * currency has, which removes the noise. Then they are rounded half to even.
 */
export function minorOf(amount: number, currency: Currency): MinorUnits | null {
  const minor = minorOfMagnitude(Math.abs(amount), currency);
  return minor === null || amount >= 0 ? minor : minorUnits(0 - minor);
}

function minorOfMagnitude(amount: number, currency: Currency): MinorUnits | null {
  const exact = parseAmountMinor(amount, currency);
  if (exact.ok) return exact.value;
  const finer = Math.round(amount * 10 ** (exponentOf(currency) + EXTRA_DECIMALS));
  if (exact.error !== 'too_many_decimals' || !Number.isSafeInteger(finer)) return null;
  return scaleHalfEven(finer, 1, 10 ** EXTRA_DECIMALS);
}
