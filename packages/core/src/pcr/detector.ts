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
  /** Length, in seconds, of the base candles that decide outcomes; 60 by default. */
  readonly baseStepSeconds?: number;
  /**
   * The asset's payout for this expiry as a fraction. Null while it is unknown: the payout filter then fails. Absent in
   * a replay without a payout: the filter is then omitted.
   */
  readonly payoutRatio?: number | null;
};

/** State of a detector between two pushes, as plain JSON. A detector that is restored from it continues bit for bit. */
export type DetectorSnapshot = {
  readonly version: 1;
  readonly sequences: SequenceFoldSnapshot;
  readonly setup: SetupFoldSnapshot;
};

/**
 * Implements all of docs/spec/pcr.md for one setup on one asset, both live and in a replay. The caller pushes in order
 * of time: 1. the base candles, or the ticks, within a candle, 2. the candle once it is closed, 3. the tick that closed
 * it. A push without a finding allocates nothing.
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

  /**
   * Adds a closed candle of the setup's timeframe.
   * @param time open time, epoch seconds, later than that of the previous candle
   */
  push(time: number, open: number, high: number, low: number, close: number): void {
    this.#fold.push(time, open, high, low, close);
    this.#closeCandle();
  }

  /** Adds row `row` of `columns` as a closed candle. */
  pushRow(columns: CandleColumns, row: number): void {
    this.#fold.pushRow(columns, row);
    this.#closeCandle();
  }

  /**
   * Executes the first half of `pushRow`, for callers that replay a history. Takes one row, or more rows while the
   * setup has no live zone and no open signal.
   * @returns the first row not taken
   */
  takeRows(columns: CandleColumns, from: number, to: number): number {
    // No rows are skipped here, because a listener for sequences must receive every sequence.
    if (!this.#setup.isIdle || this.#listener.onSequence) {
      this.#fold.pushRow(columns, from);
      return from + 1;
    }
    const next = this.#fold.pushRows(columns, from, to);
    this.#setup.passOver(columns, from, next - 1);
    return next;
  }

  /** Executes the second half of `pushRow`: handles the close of the last row taken. */
  closeRow(): void {
    this.#closeCandle();
  }

  #closeCandle(): void {
    const fold = this.#fold;
    if (fold.brokeSequence && this.#listener.onSequence) this.#listener.onSequence(fold.sequence());
    this.#setup.closeCandle();
  }

  /**
   * Adds a closed base candle, which decides the outcomes that are due.
   * @param time open time, epoch seconds
   */
  pushBase(time: number, close: number): void {
    this.#setup.pushBase(time, close);
  }

  /** Adds row `row` of `columns` as a closed base candle. */
  pushBaseRow(columns: CandleColumns, row: number): void {
    this.#setup.pushBase(at(columns.time, row), at(columns.close, row));
  }

  /**
   * Adds a tick, not older than the last one. The tick decides the outcomes that are due, and triggers setups with
   * `trigger: 'touch'`.
   */
  pushTick(timeMs: number, price: number): void {
    this.#setup.pushTick(timeMs, price);
  }

  /**
   * Advances to the live time `nowMs`: decides outcomes that expired at least a second earlier, and does not wait for a
   * tick.
   */
  advanceClock(nowMs: number): void {
    this.#setup.advanceClock(nowMs);
  }

  /**
   * Sets the payout that the payout filter reads.
   * @param payoutRatio the asset's payout for this expiry as a fraction, null while unknown
   */
  setPayout(payoutRatio: number | null): void {
    this.#setup.setPayout(payoutRatio);
  }

  /** Live zones in order of creation. */
  get liveZones(): readonly Zone[] {
    return this.#setup.liveZones;
  }

  /** Published signals without an outcome, in order of publication. */
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

  /**
   * Restores a detector from the snapshot of a detector with the same rules. The snapshot has no payout; the options
   * set it.
   */
  restore(state: DetectorSnapshot): void {
    invariant(state.version === 1, `a detector restores snapshots of version 1, got ${state.version}`);
    this.#fold.restore(state.sequences);
    this.#setup.restore(state.setup);
  }
}
