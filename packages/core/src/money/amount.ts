import { err, type MinorUnits, minorUnits, ok, type Result } from '#kernel/index.ts';
import type { Currency } from '#vocabulary/index.ts';
import { scaleOf } from './currency.ts';

/** The reason why a number is not a valid amount of money. */
export type AmountFault = 'not_finite' | 'too_many_decimals' | 'out_of_range';

/**
 * Largest amount. Above it (nine billion dollars, 9,000 bitcoins), minor units times basis points would exceed the
 * exact integers.
 */
export const MAX_AMOUNT_MINOR = 900_000_000_000;

/**
 * Converts a decimal amount from the API to minor units (10.5 USD → 1050, 500 CLP → 500). Rejects an amount with more
 * decimals than the currency has; does not round it. A number counts as an amount if it is the double nearest to a
 * valid amount.
 */
export function parseAmountMinor(amount: number, currency: Currency): Result<MinorUnits, AmountFault> {
  if (!Number.isFinite(amount)) return err('not_finite');
  const scale = scaleOf(currency);
  const minor = Math.round(amount * scale);
  if (Math.abs(minor) > MAX_AMOUNT_MINOR) return err('out_of_range');
  return minor / scale === amount ? ok(minorUnits(minor + 0)) : err('too_many_decimals');
}

/** Converts minor units to the decimal number of the API (1050 USD → 10.5), as the nearest double. */
export const formatMinor = (amountMinor: MinorUnits, currency: Currency): number => amountMinor / scaleOf(currency);

/**
 * Returns `amount · numerator / denominator` rounded half to even, in exact integers. `amountMinor` and `numerator`
 * must not be negative.
 */
export function scaleHalfEven(amountMinor: number, numerator: number, denominator: number): MinorUnits {
  const product = minorUnits(amountMinor * numerator);
  const rest = product % denominator;
  const whole = (product - rest) / denominator;
  const roundsUp = rest * 2 > denominator || (rest * 2 === denominator && whole % 2 === 1);
  return minorUnits(roundsUp ? whole + 1 : whole);
}
