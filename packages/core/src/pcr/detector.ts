import { at, type CandleColumns } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import type { PcrListener } from './listener.ts';
import type { HistoryFollower } from './replay/history.ts';
import { SequenceFold, type SequenceFoldSnapshot } from './run/sequence-fold.ts';
import type { PcrRules } from './setup/setup.ts';
import { SetupFold, type SetupFoldSnapshot } from './setup-fold.ts';
import type { Signal } from './signal/signal.ts';
import type { Zone } from './zone/zone.ts';

export type DetectorOptions = {
  readonly listener?: PcrListener;
  /** Length of the base candles pushed for settlement, seconds; 60 unless told. */
  readonly baseStepSeconds?: number;
  /** The asset's payout for this expiry as a fraction; null = not known yet, the filter fails; absent = a replay without one, the filter is left out. */
  readonly payoutRatio?: number | null;
};

/** A detector between two pushes, as plain JSON that comes back bit for bit. */
export type DetectorSnapshot = {
  readonly version: 1;
  readonly sequences: SequenceFoldSnapshot;
  readonly setup: SetupFoldSnapshot;
};

/**
 * The whole of pcr.md for one setup on one asset, the same live and in a replay. In order of time push
 * 1. the base candles, or the ticks, that lie in a candle, 2. the candle once it is closed, 3. the tick that closed it.
 * Nothing is allocated by a push in which nothing happens.
 */
export class PcrDetector implements HistoryFollower {
  readonly #listener: PcrListener;
  readonly #fold: SequenceFold;
  readonly #setup: SetupFold;

  constructor(rules: PcrRules, { listener = {}, baseStepSeconds = 60, payoutRatio }: DetectorOptions = {}) {
    this.#listener = listener;
    this.#fold = new SequenceFold(TIMEFRAME_SECONDS[rules.timeframe], rules.patterns);
    const quoted = payoutRatio === undefined ? {} : { payoutRatio };
    this.#setup = new SetupFold(this.#fold, rules, { listener, baseStepSeconds, ...quoted });
  }

  /** A candle of the setup's timeframe has closed. @param time its open time, epoch seconds, above the last one's */
  push(time: number, open: number, high: number, low: number, close: number): void {
    this.#fold.push(time, open, high, low, close);
    this.#closeCandle();
  }

  /** The same for row `row` of `columns`. */
  pushRow(columns: CandleColumns, row: number): void {
    this.#fold.pushRow(columns, row);
    this.#closeCandle();
  }

  /** For who leads it through a history: the first half of `pushRow`, or of as many as leave the setup idle. */
  takeRows(columns: CandleColumns, from: number, to: number): number {
    // Who listens to sequences hears of each.
    if (!this.#setup.isIdle || this.#listener.onSequence) {
      this.#fold.pushRow(columns, from);
      return from + 1;
    }
    const next = this.#fold.pushRows(columns, from, to);
    this.#setup.passOver(columns, from, next - 1);
    return next;
  }

  /** The second half of `pushRow`. */
  closeRow(): void {
    this.#closeCandle();
  }

  #closeCandle(): void {
    const fold = this.#fold;
    if (fold.brokeSequence && this.#listener.onSequence) this.#listener.onSequence(fold.sequence());
    this.#setup.closeCandle();
  }

  /** A base candle has closed: outcomes are decided against it. @param time its open time, epoch seconds */
  pushBase(time: number, close: number): void {
    this.#setup.pushBase(time, close);
  }

  /** The same for row `row` of `columns`. */
  pushBaseRow(columns: CandleColumns, row: number): void {
    this.#setup.pushBase(at(columns.time, row), at(columns.close, row));
  }

  /** A tick, not before the last one: outcomes are decided against it, and `trigger: 'touch'` fires on it. */
  pushTick(timeMs: number, price: number): void {
    this.#setup.pushTick(timeMs, price);
  }

  /** The live clock shows `nowMs`: outcomes whose expiration is a second past are decided without waiting for a tick. */
  advanceClock(nowMs: number): void {
    this.#setup.advanceClock(nowMs);
  }

  /** @param payoutRatio the asset's payout for this expiry as a fraction, null while unknown */
  setPayout(payoutRatio: number | null): void {
    this.#setup.setPayout(payoutRatio);
  }

  /** In order of creation. */
  get liveZones(): readonly Zone[] {
    return this.#setup.liveZones;
  }

  /** Published and not yet decided, in order of publication. */
  get pendingSignals(): readonly Signal[] {
    return this.#setup.pendingSignals;
  }

  /** Open time of the last closed candle, epoch seconds; null before the first. */
  get lastCandleTime(): number | null {
    return this.#fold.count === 0 ? null : this.#fold.time;
  }

  snapshot(): DetectorSnapshot {
    return { version: 1, sequences: this.#fold.snapshot(), setup: this.#setup.snapshot() };
  }

  /** Continues where the snapshot of a detector of the same rules was taken; the payout comes from the options. */
  restore(state: DetectorSnapshot): void {
    invariant(state.version === 1, `a detector restores snapshots of version 1, got ${state.version}`);
    this.#fold.restore(state.sequences);
    this.#setup.restore(state.setup);
  }
}
