import type { Evidence } from './bets.ts';
import { EvidenceFold, type TradeEnd } from './evidence-fold.ts';

/** A trade as evidence. All ratios are per unit staked. */
export type EvidenceTrade = {
  readonly entryMs: number;
  /** Time at which the outcome is known; after the entry. */
  readonly expiryMs: number;
  /** Profit of a won trade, above zero; known at the entry. */
  readonly payoutRatio: number;
  /** Profit of this trade: `payoutRatio` if won, −1 if lost, 0 if tied or void; null while it is open. */
  readonly returnRatio: number | null;
};

type Event = { readonly atMs: number; readonly isEntry: boolean; readonly index: number };

/** Returns entries and settlements in order of time. At equal times a settlement is known before an entry. */
const eventsOf = (trades: readonly EvidenceTrade[]): readonly Event[] =>
  trades
    .flatMap(({ entryMs, expiryMs, returnRatio }, index): Event[] => [
      { atMs: entryMs, isEntry: true, index },
      ...(returnRatio === null ? [] : [{ atMs: expiryMs, isEntry: false, index }]),
    ])
    .toSorted((a, b) => a.atMs - b.atMs || Number(a.isEntry) - Number(b.isEntry) || a.index - b.index);

function endOf({ payoutRatio, returnRatio }: EvidenceTrade): TradeEnd | null {
  if (returnRatio === null) return null;
  if (returnRatio === payoutRatio) return { kind: 'won' };
  if (returnRatio === -1) return { kind: 'lost' };
  return returnRatio === 0 ? { kind: 'tied' } : { kind: 'sold', returnRatio };
}

/** Folds the trades in order of time; calls `look` after each settlement, of bets and of trades left out alike. */
function foldOf(trades: readonly EvidenceTrade[], look: (fold: EvidenceFold) => void): EvidenceFold {
  const fold = new EvidenceFold();
  for (const { isEntry, index } of eventsOf(trades)) {
    const trade = trades[index];
    if (trade === undefined) continue;
    const end = endOf(trade);
    if (isEntry) fold.enter(String(index), trade);
    else if (end !== null) {
      fold.settle(String(index), end);
      look(fold);
    }
  }
  return fold;
}

/**
 * Returns the evidence after each settlement, in the order of the settlements: a betting test on the return per unit
 * staked (docs/spec/statistics.md §8).
 */
export function evidenceAfterEach(trades: readonly EvidenceTrade[]): Evidence[] {
  const after: Evidence[] = [];
  foldOf(trades, (fold) => after.push(fold.evidence()));
  return after;
}

/** Returns the folded evidence of all these trades. */
export const weighTrades = (trades: readonly EvidenceTrade[]): EvidenceFold => foldOf(trades, () => undefined);
