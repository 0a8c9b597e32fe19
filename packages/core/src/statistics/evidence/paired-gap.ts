import { Bets } from './bets.ts';
import { type MeanSequence, meanSequence } from './mean-sequence.ts';

/** One signal that was traded on two accounts. All ratios are per unit staked. */
export type TradedPair = {
  readonly entryMs: number;
  /** Time at which both outcomes are known; after the entry. */
  readonly expiryMs: number;
  readonly firstReturnRatio: number;
  readonly secondReturnRatio: number;
};

/**
 * Mean difference of the returns (first less second), with the means that the pairs do not exclude. Pairs that overlap
 * an earlier one share its price path, so they count in the means only.
 */
export type PairedGap = {
  readonly pairs: number;
  readonly firstReturnRatio: number;
  readonly secondReturnRatio: number;
  readonly gapRatio: number;
  readonly low: number;
  readonly high: number;
};

/** Largest difference of two returns if no payout exceeds 100 %: won on one account and lost on the other. */
const ORDINARY_RANGE = 2;

/**
 * Returns how far the returns of the same signals on two accounts lie apart. The interval is valid however often it is
 * read: the probability that it ever misses the true mean difference is at most 5 %. Returns null without pairs.
 */
export function pairedGap(pairs: readonly TradedPair[]): PairedGap | null {
  if (pairs.length === 0) return null;
  const gaps = pairs.map(({ firstReturnRatio, secondReturnRatio }) => firstReturnRatio - secondReturnRatio);
  const range = Math.max(ORDINARY_RANGE, ...gaps.map(Math.abs));
  const gapRatio = meanOf(gaps);
  const { low, high } = sequenceOf(
    apart(pairs).map(({ firstReturnRatio, secondReturnRatio }) => firstReturnRatio - secondReturnRatio),
    range,
  );
  return {
    pairs: pairs.length,
    firstReturnRatio: meanOf(pairs.map((pair) => pair.firstReturnRatio)),
    secondReturnRatio: meanOf(pairs.map((pair) => pair.secondReturnRatio)),
    gapRatio,
    low: Math.min(low, gapRatio),
    high: Math.max(high, gapRatio),
  };
}

/** Returns the pairs that do not overlap an earlier one, in the order of their entries. */
function apart(pairs: readonly TradedPair[]): TradedPair[] {
  let busyUntilMs = -Infinity;
  return pairs
    .toSorted((a, b) => a.entryMs - b.entryMs)
    .filter(({ entryMs, expiryMs }) => {
      if (entryMs < busyUntilMs) return false;
      busyUntilMs = expiryMs;
      return true;
    });
}

/** Returns the confidence sequence of the mean of values between −range and range. */
function sequenceOf(values: readonly number[], range: number): MeanSequence {
  const bets = new Bets();
  for (const value of values) bets.add(1, value / range);
  const { low, high } = meanSequence((mean) => bets.evidence(mean, []), { mean: meanOf(values) / range, highest: 1 });
  return { low: low * range, high: high * range };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
