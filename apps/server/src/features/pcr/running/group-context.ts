import { formatLength } from '@vigia/core/trades';
import type { PcrMarket } from '../deps.ts';
import { type GroupContext, SEQUENCES_OF_GROUP } from './sequence-group.ts';

const BASIS_POINTS = 10_000;
/** Largest number of sequences kept in memory for screens, over all groups. */
const SEQUENCES_IN_ALL = 100_000;

/**
 * Returns the context of the groups of one asset of one market.
 * @param setups returns the number of setups that share the budget of sequences
 */
export function groupContextOf(
  market: PcrMarket,
  asset: string,
  setups: () => number,
  onSequence: GroupContext['onSequence'],
): GroupContext {
  const { min, max } = SEQUENCES_OF_GROUP;
  // Payouts are cached by trade duration for one candle close, because thousands of setups read them at each close.
  const quoted = new Map<string, number>();
  let quotedAtMs = NaN;
  return {
    sequencesKept: () => Math.min(max, Math.max(min, Math.floor(SEQUENCES_IN_ALL / setups()))),
    payoutAt: (length, closeMs) => {
      if (closeMs !== quotedAtMs) quoted.clear();
      quotedAtMs = closeMs;
      // A duration that this price source does not offer has payout 0. Users can view its signals but not trade them.
      const key = formatLength(length);
      const payout = quoted.get(key) ?? (market.payoutBp(asset, length, closeMs) ?? 0) / BASIS_POINTS;
      quoted.set(key, payout);
      return payout;
    },
    onSequence,
  };
}
