import { RecordFold } from '../record-fold.ts';
import type { TradeRecord } from '../win-rate-card.ts';
import { Bets, type Evidence } from './bets.ts';
import { type MeanSequence, meanSequence } from './mean-sequence.ts';
import type { EvidenceLimits } from './verdict.ts';

/**
 * A trade when it is entered. The payout is the profit of a won trade per unit staked, above zero; null if it is
 * unknown.
 */
export type EnteredTrade = { readonly entryMs: number; readonly expiryMs: number; readonly payoutRatio: number | null };

/** How a trade ended. A sold trade returns its profit per unit staked; a void one never took place. */
export type TradeEnd =
  | { readonly kind: 'won' | 'lost' | 'tied' | 'void' }
  | { readonly kind: 'sold'; readonly returnRatio: number };

type OpenTrade = { readonly payoutRatio: number | null; readonly isBet: boolean };

const BASIS_POINTS = 10_000;

/** Returns the profit per unit staked; 0 if the stake was paid back. */
function returnOf(end: TradeEnd, payoutRatio: number): number {
  switch (end.kind) {
    case 'won':
      return payoutRatio;
    case 'lost':
      return -1;
    case 'sold':
      return Math.min(Math.max(end.returnRatio, -1), payoutRatio);
    case 'tied':
    case 'void':
      return 0;
  }
}

/**
 * Collects trades one by one, in the order of their entries: the numbers of wins, losses and ties, and the evidence. A
 * trade is a bet if its payout is known and no earlier bet is open at its entry. Trades that overlap a bet share its
 * price path and prove nothing more, so they are left out of the evidence. This choice uses only what is known at the
 * entry, so the test stays valid however often it is read.
 */
export class EvidenceFold {
  #busyUntilMs = -Infinity;
  #settledBets = 0;
  #returnSum = 0;
  #highestPayout = 0;
  #record = new RecordFold();
  #bets = new Bets();
  #open = new Map<string, OpenTrade>();

  /** Returns a copy that continues independently of this fold. */
  copy(): EvidenceFold {
    const copy = new EvidenceFold();
    copy.#busyUntilMs = this.#busyUntilMs;
    copy.#settledBets = this.#settledBets;
    copy.#returnSum = this.#returnSum;
    copy.#highestPayout = this.#highestPayout;
    copy.#record = this.#record.copy();
    copy.#bets = this.#bets.copy();
    copy.#open = new Map(this.#open);
    return copy;
  }

  /** Number of bets that are settled as won, lost or sold. */
  get settledBets(): number {
    return this.#settledBets;
  }

  /** Ids of the trades whose end is not known yet. */
  get openIds(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Numbers of wins, losses and ties of all settled trades, with or without a bet. */
  get record(): TradeRecord {
    return this.#record.record;
  }

  /** Enters a trade. */
  enter(id: string, { entryMs, expiryMs, payoutRatio }: EnteredTrade): void {
    const isBet = payoutRatio !== null && entryMs >= this.#busyUntilMs;
    if (isBet) this.#busyUntilMs = expiryMs;
    this.#open.set(id, { payoutRatio, isBet });
  }

  /** Settles a trade; ignores an id that is not open. */
  settle(id: string, end: TradeEnd): void {
    const trade = this.#open.get(id);
    if (trade === undefined) return;
    this.#open.delete(id);
    const { payoutRatio, isBet } = trade;
    if (end.kind !== 'void') {
      this.#record.add(end.kind, payoutRatio === null ? null : Math.round(payoutRatio * BASIS_POINTS));
    }
    if (!isBet || payoutRatio === null) return;
    const profit = returnOf(end, payoutRatio);
    if (profit === 0) return;
    this.#bets.add(payoutRatio, profit);
    this.#settledBets += 1;
    this.#returnSum += profit;
    this.#highestPayout = Math.max(this.#highestPayout, payoutRatio);
  }

  /** Returns the evidence about a mean return per unit staked; 0 is break-even. It is 1 on both sides without bets. */
  evidence(mean = 0): Evidence {
    const open = [...this.#open.values()].flatMap(({ isBet, payoutRatio }) =>
      isBet && payoutRatio !== null ? [payoutRatio] : [],
    );
    return this.#bets.evidence(mean, open);
  }

  /** Returns the confidence sequence of the mean return of a bet that is not tied. */
  sequence(limits?: EvidenceLimits): MeanSequence {
    const mean = this.#settledBets === 0 ? null : this.#returnSum / this.#settledBets;
    return meanSequence((at) => this.evidence(at), { mean, highest: this.#highestPayout }, limits);
  }
}
