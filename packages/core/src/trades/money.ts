import { err, type MinorUnits, minorUnits, ok, type Result } from '#kernel/index.ts';

/** Why a number is no amount of money. */
export type AmountFault = 'not_finite' | 'too_many_decimals' | 'out_of_range';

/** Beyond this (ten billion units) cents times basis points would leave the exact integers. */
const MAX_AMOUNT_MINOR = 900_000_000_000;

/**
 * Cents of a decimal amount from the wire (10.5 → 1050). Nothing is rounded: a third decimal is refused.
 * A double is an amount of cents exactly if it is the double nearest to one.
 */
export function parseAmountMinor(amount: number): Result<MinorUnits, AmountFault> {
  if (!Number.isFinite(amount)) return err('not_finite');
  const minor = Math.round(amount * 100);
  if (Math.abs(minor) > MAX_AMOUNT_MINOR) return err('out_of_range');
  return minor / 100 === amount ? ok(minorUnits(minor + 0)) : err('too_many_decimals');
}

/** The wire's decimal number of an amount of cents (1050 → 10.5), the double nearest to it. */
export const formatMinor = (amountMinor: MinorUnits): number => amountMinor / 100;

/** `amount · numerator / denominator` rounded half to even, in exact integers; both factors not negative. */
export function scaleHalfEven(amountMinor: number, numerator: number, denominator: number): MinorUnits {
  const product = minorUnits(amountMinor * numerator);
  const rest = product % denominator;
  const whole = (product - rest) / denominator;
  const roundsUp = rest * 2 > denominator || (rest * 2 === denominator && whole % 2 === 1);
  return minorUnits(roundsUp ? whole + 1 : whole);
}
