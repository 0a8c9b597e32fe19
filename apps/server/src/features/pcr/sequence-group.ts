import { at, type Candle, type CandleColumns, candleAt } from '@vigia/core/candles';
import { DetectorGroup, type DetectorSnapshot, type PcrRules, type Sequence } from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { SetupRun, SharedEvaluation } from './setup-run.ts';

const MINUTE_S = 60;
/** ATRs of the last candles, for whoever looks at a run from inside. */
const ATRS_KEPT = 128;

/** What a group needs from its stream. */
export interface GroupContext {
  /** How many sequences a group may keep for the screen: all groups share one budget. */
  sequencesKept(): number;
  /** The payout, a fraction, of the stream's asset for an expiry at a candle's close; null where there is no such contract. */
  payoutAt(expiryMinutes: number, closeMs: number): number;
  onSequence(group: SequenceGroup, sequence: Sequence): void;
}

/** Setups that share one evaluation of their sequences, with what it found lately. */
export class SequenceGroup implements SharedEvaluation {
  readonly detectors: DetectorGroup;
  readonly runs = new Set<SetupRun>();
  readonly #context: GroupContext;
  readonly #timeframeSeconds: number;
  readonly #atrs = new Float64Array(ATRS_KEPT).fill(NaN);
  /** Oldest first. */
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

  /** @param state where the run stood in a group or detector that stands like this one, at so many candles */
  add(run: SetupRun, state?: DetectorSnapshot): void {
    const options = { listener: run, payoutRatio: null };
    run.moveTo(this, this.detectors.add(run.rules, options, state?.setup, state?.sequences.count));
    this.runs.add(run);
    if (run.usesPayout) this.#payoutRuns.push(run);
  }

  remove(run: SetupRun): void {
    this.detectors.remove(run.place.fold);
    this.runs.delete(run);
    this.#payoutRuns = this.#payoutRuns.filter((one) => one !== run);
  }

  /** Begins where a snapshot was taken, before any run is added. */
  restore(state: DetectorSnapshot['sequences'], sequences: readonly Sequence[], lastTickMs: number): void {
    this.detectors.restore(state);
    this.#sequences = [...sequences];
    this.#lastTickMs = lastTickMs;
  }

  /** Takes over the runs of a group that stands like this one. */
  adopt(other: SequenceGroup): void {
    if (other.#sequences.length > this.#sequences.length) this.#sequences = other.#sequences;
    for (const run of [...other.runs]) {
      const state = other.detectors.snapshotOf(run.place.fold);
      other.remove(run);
      this.add(run, state);
    }
  }

  /** A candle of the timeframe has closed; one the group has already seen changes nothing. */
  takeCandle({ time, open, high, low, close }: Candle): void {
    if (time <= (this.detectors.lastCandleTime ?? -Infinity)) return;
    const closeMs = (time + this.#timeframeSeconds) * 1_000;
    for (const run of this.#payoutRuns) run.place.fold.setPayout(this.#context.payoutAt(run.rules.expiry, closeMs));
    this.detectors.push(time, open, high, low, close);
    const { fold } = this.detectors;
    this.#atrs[(fold.count - 1) % ATRS_KEPT] = fold.atr;
  }

  /** A tick; one older than what the group has already seen changes nothing. */
  takeTick(timeMs: number, price: number): void {
    if (timeMs < this.#lastTickMs) return;
    this.#lastTickMs = timeMs;
    this.detectors.pushTick(timeMs, price);
  }

  /**
   * Folds stored minutes and the candles they make, ascending. Each minute counts as one tick at its very end: with
   * expirations on whole minutes that decides every outcome as its last real tick would (pcr.md §6).
   * @param fromTime minutes that open before it are part of the state already; epoch seconds
   */
  foldHistory(minutes: CandleColumns, candles: CandleColumns, fromTime: number): void {
    let row = 0;
    while (row < minutes.length && at(minutes.time, row) < fromTime) row += 1;
    for (let i = 0; i < candles.length; i += 1) {
      const end = at(candles.time, i) + this.#timeframeSeconds;
      for (; row < minutes.length && at(minutes.time, row) < end; row += 1) this.#takeMinute(minutes, row);
      this.takeCandle(candleAt(candles, i));
    }
    for (; row < minutes.length; row += 1) this.#takeMinute(minutes, row);
  }

  #takeMinute(minutes: CandleColumns, row: number): void {
    this.takeTick((at(minutes.time, row) + MINUTE_S) * 1_000 - 1, at(minutes.close, row));
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
