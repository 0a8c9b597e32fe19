import { at, type CandleColumns, candleBody, candleRange, columnsOf } from '#candles/index.ts';
import { Atr } from '#indicators/index.ts';
import type { CandleType } from '#vocabulary/index.ts';
import { heldCriteria, judge, validationResults } from '../criteria/criteria.ts';
import type { Patterns } from '../setup/setup.ts';
import { candleType } from './candle-type.ts';
import { OpenRun } from './open-run.ts';
import { type RunSnapshot, restoreRun, snapshotRun } from './run-snapshot.ts';
import type { Sequence } from './sequence.ts';

/** ATR period of every rule that measures in ATRs (pcr.md §2). */
const ATR_PERIOD = 14;

/** A jump in time beyond one candle plus this ends the life of every zone (pcr.md §3). */
const ZONE_GAP_SECONDS = 3_600;

/** In which `push` hands a candle over. All folds share it: `pushRow` has read it before anything else happens. */
const ONE_ROW = columnsOf([{ time: 0, open: 0, high: 0, low: 0, close: 0 }]);

/** Plain JSON; NaN is written as null. */
export type SequenceFoldSnapshot = {
  readonly count: number;
  readonly time: number | null;
  readonly previousClose: number | null;
  readonly candle: readonly number[] | null;
  readonly atr: readonly number[];
  readonly run: RunSnapshot | null;
};

/**
 * Runs and criteria over closed candles (pcr.md §3, §4). It depends on timeframe and `patterns` alone: setups that agree on
 * them can share one fold, each with its own `SetupFold` reading the fields below after every push.
 */
export class SequenceFold {
  readonly #timeframeSeconds: number;
  readonly #patterns: Patterns;
  readonly #strongBodyRatio: number;
  readonly #strongBodyAtr: number;
  readonly #atr = new Atr(ATR_PERIOD);
  /** The open run and the one broken last; they swap places, so that a run costs no allocation. */
  #run = new OpenRun();
  #broken = new OpenRun();
  #runIsOpen = false;
  #verdict = 0;
  #previousOpen = NaN;
  #shownSequence: Sequence | null = null;

  /** Candles seen so far. */
  count = 0;
  /** Open time of the last closed candle, epoch seconds; NaN before the first. */
  time = NaN;
  open = NaN;
  high = NaN;
  low = NaN;
  close = NaN;
  /** Close of the candle before the last; NaN if there is none. */
  previousClose = NaN;
  /** ATR at the last closed candle; NaN until defined. */
  atr = NaN;
  /** Whether the last candle came after a gap that ends every zone. */
  zonesExpired = false;
  /** Whether the last candle broke a run of two or more, and whether that sequence is valid. */
  brokeSequence = false;
  sequenceIsValid = false;

  /** @param timeframeSeconds length of a candle */
  constructor(timeframeSeconds: number, patterns: Patterns) {
    this.#timeframeSeconds = timeframeSeconds;
    this.#patterns = patterns;
    this.#strongBodyRatio = patterns.strongBodyRatio;
    this.#strongBodyAtr = patterns.strongBodyAtr;
  }

  /**
   * Takes the next closed candle, ascending in time (open time, epoch seconds). Allocates nothing.
   *
   * One function on purpose, large enough that V8 compiles it apart with everything it calls inlined: a number handed to a function
   * that is not inlined goes by the heap.
   */
  pushRow(columns: CandleColumns, row: number): void {
    const time = at(columns.time, row);
    const open = at(columns.open, row);
    const high = at(columns.high, row);
    const low = at(columns.low, row);
    const close = at(columns.close, row);
    const follows = time - this.time === this.#timeframeSeconds;
    this.zonesExpired = !follows && this.endsZones(time);
    this.count += 1;
    this.previousClose = this.close;
    this.#previousOpen = this.open;
    this.time = time;
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    const atrBefore = this.atr;
    const atr = this.#atr.push(high, low, close);
    this.atr = atr;
    this.brokeSequence = false;
    this.sequenceIsValid = false;
    if (!follows) this.#runIsOpen = false;
    if (close === open) return this.#neutral();

    const side = close > open ? 1 : -1;
    if (this.#runIsOpen && this.#run.side !== side) this.#break();
    const run = this.#run;
    if (!this.#runIsOpen) {
      this.#runIsOpen = true;
      run.side = side;
      run.length = 0;
      run.strongCandles = 0;
      run.startTime = time;
      run.startOpen = open;
      run.atrBefore = atrBefore;
      run.high = high;
      run.low = low;
      run.rangeSum = 0;
    }
    const body = candleBody(open, close);
    const range = candleRange(high, low);
    if (body >= this.#strongBodyRatio * range && body >= this.#strongBodyAtr * atrBefore) run.strongCandles += 1;
    run.length += 1;
    run.endTime = time;
    run.endOpen = open;
    run.endClose = close;
    run.atrAtEnd = atr;
    run.rangeSum += range;
    if (high > run.high) run.high = high;
    if (low < run.low) run.low = low;
  }

  /** The same for a candle on its own. */
  push(time: number, open: number, high: number, low: number, close: number): void {
    ONE_ROW.time[0] = time;
    ONE_ROW.open[0] = open;
    ONE_ROW.high[0] = high;
    ONE_ROW.low[0] = low;
    ONE_ROW.close[0] = close;
    this.pushRow(ONE_ROW, 0);
  }

  /** Whether a silence until a candle that opens at `time` ends every zone. */
  endsZones(time: number): boolean {
    return time - this.time > this.#timeframeSeconds + ZONE_GAP_SECONDS;
  }

  /** Close time of the last candle, epoch seconds. */
  get closeTime(): number {
    return this.time + this.#timeframeSeconds;
  }

  /** The run the last candle broke; only while `brokeSequence`. */
  get broken(): OpenRun {
    return this.#broken;
  }

  /** Type of the last candle (pcr.md §6). */
  get candleType(): CandleType {
    return candleType(this.open, this.high, this.low, this.close, this.#previousOpen, this.previousClose);
  }

  /** The sequence the last candle broke; only while `brokeSequence`. Made on first demand, the same for every asker. */
  sequence(): Sequence {
    this.#shownSequence ??= this.#show();
    return this.#shownSequence;
  }

  #neutral(): void {
    if (!this.#runIsOpen) return;
    if (this.#patterns.dojiPolicy === 'break') this.#runIsOpen = false;
    else this.#run.include(this.high, this.low);
  }

  #break(): void {
    const run = this.#run;
    this.#run = this.#broken;
    this.#broken = run;
    this.#runIsOpen = false;
    if (run.length < 2) return;
    this.#verdict = judge(run, this.#patterns, this.close);
    this.#shownSequence = null;
    this.brokeSequence = true;
    this.sequenceIsValid = heldCriteria(this.#verdict) >= this.#patterns.requiredCriteria;
  }

  #show(): Sequence {
    const { side, length, strongCandles, startTime, endTime, high, low } = this.#broken;
    return {
      color: side === 1 ? 'green' : 'red',
      length,
      strongCandles,
      startTime,
      endTime: endTime + this.#timeframeSeconds,
      priceRange: { high, low },
      validationResults: validationResults(this.#verdict),
      isValid: this.sequenceIsValid,
      breakingCandle: { time: this.time, open: this.open, high: this.high, low: this.low, close: this.close },
    };
  }

  /** The state between two candles. What the last candle broke is not part of it: its event is out. */
  snapshot(): SequenceFoldSnapshot {
    const seen = this.count > 0;
    return {
      count: this.count,
      time: seen ? this.time : null,
      previousClose: Number.isNaN(this.previousClose) ? null : this.previousClose,
      candle: seen ? [this.open, this.high, this.low, this.close] : null,
      atr: this.#atr.snapshot(),
      run: this.#runIsOpen ? snapshotRun(this.#run) : null,
    };
  }

  /** Continues from the snapshot of a fold of the same timeframe and patterns. */
  restore(state: SequenceFoldSnapshot): void {
    const [open = NaN, high = NaN, low = NaN, close = NaN] = state.candle ?? [];
    this.count = state.count;
    this.time = state.time ?? NaN;
    this.previousClose = state.previousClose ?? NaN;
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    this.#atr.restore(state.atr);
    this.atr = this.#atr.value;
    this.#runIsOpen = state.run !== null;
    if (state.run) restoreRun(this.#run, state.run);
  }
}
