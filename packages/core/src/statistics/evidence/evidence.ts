import { Bettors } from './bettors.ts';

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

/** E-values against 'the mean return is at most m' (`above`) and against 'it is at least m' (`below`). */
export type Evidence = { readonly above: number; readonly below: number };

/** Probability with which a verdict may ever be wrong, on each side. */
export const EVIDENCE_LEVEL = 0.025;
/** E-value from which a side is decided. */
export const DECISIVE = 1 / EVIDENCE_LEVEL;

type Event = { readonly atMs: number; readonly isEntry: boolean; readonly index: number };

/** Returns entries and settlements in order of time. At equal times a settlement is known before an entry. */
const eventsOf = (trades: readonly EvidenceTrade[]): readonly Event[] =>
  trades
    .flatMap(({ entryMs, expiryMs, returnRatio }, index): Event[] => [
      { atMs: entryMs, isEntry: true, index },
      ...(returnRatio === null ? [] : [{ atMs: expiryMs, isEntry: false, index }]),
    ])
    .toSorted((a, b) => a.atMs - b.atMs || Number(a.isEntry) - Number(b.isEntry) || a.index - b.index);

/** Weighs trades one by one against a mean return per unit staked. */
class Scale {
  readonly #above = new Bettors();
  readonly #below = new Bettors();
  readonly #mean: number;

  constructor(mean: number) {
    this.#mean = mean;
  }

  enter(id: string, { payoutRatio }: EvidenceTrade): void {
    this.#above.stake(id);
    // A payout at or below the mean leaves nothing to bet on: no such trade returns more than its payout.
    if (payoutRatio > this.#mean) this.#below.stake(id);
  }

  settle(id: string, { payoutRatio, returnRatio }: EvidenceTrade): void {
    const profit = Math.min(returnRatio ?? 0, payoutRatio);
    this.#above.pay(id, (profit - this.#mean) / (1 + this.#mean));
    this.#below.pay(id, (this.#mean - profit) / (payoutRatio - this.#mean));
  }

  get evidence(): Evidence {
    return { above: this.#above.free, below: this.#below.free };
  }
}

/**
 * Returns the evidence after each settlement, in the order of the settlements: a betting test on the return per unit
 * staked (docs/spec/statistics.md §8).
 * @param mean the return against which the trades are weighed, above −1; 0 is break-even
 */
export function evidenceAfterEach(trades: readonly EvidenceTrade[], mean = 0): Evidence[] {
  const scale = new Scale(mean);
  const after: Evidence[] = [];
  for (const { isEntry, index } of eventsOf(trades)) {
    const trade = trades[index];
    if (trade === undefined) continue;
    const id = String(index);
    if (isEntry) scale.enter(id, trade);
    else {
      scale.settle(id, trade);
      after.push(scale.evidence);
    }
  }
  return after;
}

/** Returns the evidence of all settled trades; 1 on both sides without trades. */
export const evidenceOf = (trades: readonly EvidenceTrade[], mean = 0): Evidence =>
  evidenceAfterEach(trades, mean).at(-1) ?? { above: 1, below: 1 };

/** Verdict of the evidence. `open`: neither side is decided yet. */
export type EvidenceVerdict = 'above' | 'below' | 'open';

/**
 * Returns the verdict against break-even. It may be looked at after every trade: a strategy without an edge is ever
 * called `above` with a probability of at most 2.5 %.
 */
export function verdictOfEvidence({ above, below }: Evidence): EvidenceVerdict {
  if (above >= DECISIVE) return 'above';
  return below >= DECISIVE ? 'below' : 'open';
}
