import { err, type MinorUnits, minorUnits, ok, type Result } from '#kernel/index.ts';

/** Why a number is not a valid amount of money. */
export type AmountFault = 'not_finite' | 'too_many_decimals' | 'out_of_range';

/** Beyond this (ten billion units) cents times basis points would leave the exact integers. */
const MAX_AMOUNT_MINOR = 900_000_000_000;

/**
 * Converts a decimal amount from the API to cents (10.5 → 1050). A third decimal is refused, not rounded. A double
 * counts as an amount of cents if it is the double nearest to one.
 */
export function parseAmountMinor(amount: number): Result<MinorUnits, AmountFault> {
  if (!Number.isFinite(amount)) return err('not_finite');
  const minor = Math.round(amount * 100);
  if (Math.abs(minor) > MAX_AMOUNT_MINOR) return err('out_of_range');
  return minor / 100 === amount ? ok(minorUnits(minor + 0)) : err('too_many_decimals');
}

/** Converts cents to the decimal number of the API (1050 → 10.5), the nearest double. */
export const formatMinor = (amountMinor: MinorUnits): number => amountMinor / 100;

/** `amount · numerator / denominator` rounded half to even, in exact integers; both factors not negative. */
export function scaleHalfEven(amountMinor: number, numerator: number, denominator: number): MinorUnits {
  const product = minorUnits(amountMinor * numerator);
  const rest = product % denominator;
  const whole = (product - rest) / denominator;
  const roundsUp = rest * 2 > denominator || (rest * 2 === denominator && whole % 2 === 1);
  return minorUnits(roundsUp ? whole + 1 : whole);
}
