import { DECISIVE, type EvidenceTrade, evidenceOf } from './evidence.ts';

/** Means of the return per unit staked that the trades do not exclude. */
export type MeanSequence = { readonly low: number; readonly high: number };

/** Halvings of the range: the bounds are exact to a millionth. */
const STEPS = 21;
const LOWEST = -1;

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
 * 2.5 % on each side. Without settled trades it is the whole range.
 */
export function meanSequence(trades: readonly EvidenceTrade[]): MeanSequence {
  const highest = Math.max(0, ...trades.map(({ payoutRatio }) => payoutRatio));
  const settled = trades.filter(({ returnRatio }) => returnRatio !== null);
  if (settled.length === 0) return { low: LOWEST, high: highest };
  const mean = settled.reduce((sum, { returnRatio }) => sum + (returnRatio ?? 0), 0) / settled.length;
  const inside = Math.min(Math.max(mean, LOWEST + 1e-6), highest - 1e-6);
  return {
    low: boundOf((each) => evidenceOf(trades, each).above >= DECISIVE, LOWEST + 1e-9, inside),
    high: boundOf((each) => evidenceOf(trades, each).below >= DECISIVE, highest, inside),
  };
}
