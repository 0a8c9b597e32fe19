import { at, type Candle, type CandleColumns, candleAt, firstRowFrom } from '@vigia/core/candles';
import { DetectorGroup, type DetectorSnapshot, type PcrRules, type Sequence } from '@vigia/core/pcr';
import { expiryLengthIn, type TradeLength } from '@vigia/core/trades';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { SetupRun, SharedEvaluation } from './setup-run.ts';

/** Limits of the number of sequences that one group keeps in memory for screens. */
export const SEQUENCES_OF_GROUP = { min: 8, max: 200 } as const;

const MINUTE_S = 60;
/** Number of latest ATR values kept for the debug view. */
const ATRS_KEPT = 128;

/** Values that a group reads from its stream. */
export interface GroupContext {
  /** Returns the largest number of sequences that a group may keep for screens. All groups share one budget. */
  sequencesKept(): number;
  /**
   * Returns the payout of the stream's asset as a fraction, for a duration at a candle's close. Returns 0 if the price
   * source does not offer this duration.
   */
  payoutAt(length: TradeLength, closeMs: number): number;
  onSequence(group: SequenceGroup, sequence: Sequence): void;
}

/** Setups that share one evaluation of their sequences, and its latest findings. */
export class SequenceGroup implements SharedEvaluation {
  readonly detectors: DetectorGroup;
  readonly runs = new Set<SetupRun>();
  readonly #context: GroupContext;
  readonly #timeframeSeconds: number;
  readonly #atrs = new Float64Array(ATRS_KEPT).fill(NaN);
  /** The latest sequences, oldest first. */
  #sequences: Sequence[] = [];
  #payoutRuns: SetupRun[] = [];
  #lastTickMs = -Infinity;
  sequencesSeen = 0;
  validSeen = 0;

  constructor(rules: Pick<PcrRules, 'timeframe' | 'patterns'>, context: GroupContext) {
    this.#context = context;
    this.#timeframeSeconds = TIMEFRAME_SECONDS[rules.timeframe];
    this.detectors = new DetectorGroup(rules, (sequence) => this.#found(sequence));
  }

  get key(): string {
    return this.detectors.key;
  }

  get sequences(): readonly Sequence[] {
    return this.#sequences;
  }

  get oldestSequence(): number {
    return this.#sequences[0]?.breakingCandle.time ?? Infinity;
  }

  get lastTickMs(): number {
    return this.#lastTickMs;
  }

  atrBefore(back: number): number {
    const count = this.detectors.fold.count;
    return back >= ATRS_KEPT || back >= count ? NaN : at(this.#atrs, (count - 1 - back) % ATRS_KEPT);
  }

  /**
   * Adds a run to the group.
   * @param state snapshot of the run, taken in a group or detector that had processed the same candles
   */
  add(run: SetupRun, state?: DetectorSnapshot): void {
    const options = { listener: run, payoutRatio: null };
    run.moveTo(this, this.detectors.add(run.rules, options, state?.setup, state?.sequences.count));
    this.runs.add(run);
    if (run.usesPayout) this.#payoutRuns.push(run);
  }

  remove(run: SetupRun): void {
    this.detectors.remove(run.membership.fold);
    this.runs.delete(run);
    this.#payoutRuns = this.#payoutRuns.filter((one) => one !== run);
  }

  /** Restores a snapshot. The caller calls this before it adds the first run. */
  restore(state: DetectorSnapshot['sequences'], sequences: readonly Sequence[], lastTickMs: number): void {
    this.detectors.restore(state);
    this.#sequences = [...sequences];
    this.#lastTickMs = lastTickMs;
  }

  hasSameState(other: SequenceGroup): boolean {
    return this.detectors.hasSameState(other.detectors);
  }

  advanceClock(nowMs: number): void {
    this.detectors.advanceClock(nowMs);
  }

  adopt(other: SequenceGroup): void {
    if (other.#sequences.length > this.#sequences.length) this.#sequences = other.#sequences;
    for (const run of Array.from(other.runs)) {
      const state = other.detectors.snapshotOf(run.membership.fold);
      other.remove(run);
      this.add(run, state);
    }
  }

  /** Applies a closed candle of the timeframe. Ignores a candle that the group has already processed. */
  onCandle({ time, open, high, low, close }: Candle): void {
    if (time <= (this.detectors.lastCandleTime ?? -Infinity)) return;
    const closeMs = (time + this.#timeframeSeconds) * 1_000;
    for (const run of this.#payoutRuns)
      run.membership.fold.setPayout(this.#context.payoutAt(expiryLengthIn(run.rules), closeMs));
    this.detectors.push(time, open, high, low, close);
    const { fold } = this.detectors;
    this.#atrs[(fold.count - 1) % ATRS_KEPT] = fold.atr;
  }

  /** Applies a tick. Ignores a tick that is older than the newest applied tick. */
  onTick(timeMs: number, price: number): void {
    if (timeMs < this.#lastTickMs) return;
    this.#lastTickMs = timeMs;
    this.detectors.pushTick(timeMs, price);
  }

  /**
   * Replays stored minutes and the candles built from them, ascending. Each minute counts as one tick at its very end.
   * Expirations fall on whole minutes, so this tick decides every outcome as the last real tick does (docs/spec/pcr.md
   * §6).
   * @param fromTime open time in epoch seconds before which minutes are already part of the state
   */
  foldHistory(minutes: CandleColumns, candles: CandleColumns, fromTime: number): void {
    let row = firstRowFrom(minutes, fromTime);
    for (let i = 0; i < candles.length; i += 1) {
      const end = at(candles.time, i) + this.#timeframeSeconds;
      for (; row < minutes.length && at(minutes.time, row) < end; row += 1) this.#takeMinute(minutes, row);
      this.onCandle(candleAt(candles, i));
    }
    for (; row < minutes.length; row += 1) this.#takeMinute(minutes, row);
  }

  #takeMinute(minutes: CandleColumns, row: number): void {
    this.onTick((at(minutes.time, row) + MINUTE_S) * 1_000 - 1, at(minutes.close, row));
  }

  #found(sequence: Sequence): void {
    this.sequencesSeen += 1;
    if (sequence.isValid) this.validSeen += 1;
    this.#sequences.push(sequence);
    const tooMany = this.#sequences.length - this.#context.sequencesKept();
    if (tooMany > 0) this.#sequences.splice(0, tooMany);
    this.#context.onSequence(this, sequence);
  }
}
