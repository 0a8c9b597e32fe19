import type { Evidence } from './bets.ts';
import { type EvidenceLimits, SINGLE_CARD_LIMITS } from './verdict.ts';

/** Means of the return per unit staked that the trades do not exclude. */
export type MeanSequence = { readonly low: number; readonly high: number };

/** Halvings of the range: the bounds are exact to a millionth. */
const STEPS = 21;
const LOWEST = -1;
const MARGIN = 1e-6;

/** Returns the bound between an excluded mean and one that is not excluded, by bisection. */
function boundOf(isExcluded: (mean: number) => boolean, excluded: number, kept: number): number {
  let [out, inside] = [excluded, kept];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (out + inside) / 2;
    if (isExcluded(middle)) out = middle;
    else inside = middle;
  }
  return inside;
}

/**
 * Returns the confidence sequence of the mean return. The probability that it ever misses the true mean is at most 5 %,
 * 2.5 % on each side. Without settled bets it is the whole range.
 * @param evidenceAt the evidence about a mean return
 * @param bets the mean return of the settled bets, null without any, and their highest payout
 * @param limits e-values from which a mean is excluded, if the card is seen together with others
 */
export function meanSequence(
  evidenceAt: (mean: number) => Evidence,
  { mean, highest }: { readonly mean: number | null; readonly highest: number },
  limits: EvidenceLimits = SINGLE_CARD_LIMITS,
): MeanSequence {
  if (mean === null) return { low: LOWEST, high: highest };
  const inside = Math.min(Math.max(mean, LOWEST + MARGIN), highest - MARGIN);
  return {
    low: boundOf((each) => evidenceAt(each).above >= limits.above, LOWEST + MARGIN / 1_000, inside),
    high: boundOf((each) => evidenceAt(each).below >= limits.below, highest, inside),
  };
}
