import { at, type Candle, type CandleColumns, candleBody, candleRange, candleType, columnsOf } from '#candles/index.ts';
import { Atr } from '#indicators/index.ts';
import { definedOrNull } from '#kernel/index.ts';
import type { CandleType } from '#vocabulary/index.ts';
import { breakLimit, countMetCriteria, efficiency, judgeCriteria, validationResults } from '../criteria/criteria.ts';
import type { Patterns } from '../setup/setup.ts';
import { OpenRun } from './open-run.ts';
import { type RunSnapshot, restoreRun, snapshotRun } from './run-snapshot.ts';
import type { Sequence } from './sequence.ts';

/** ATR period for all rules with a distance in ATRs (docs/spec/pcr.md §2). */
const ATR_PERIOD = 14;

/**
 * Longest gap that zones survive, in seconds, in addition to the length of one candle. A longer gap ends every zone
 * (docs/spec/pcr.md §3).
 */
const ZONE_GAP_SECONDS = 3_600;

/**
 * One-row buffer with which `push` passes a candle to `pushRow`. All folds can share it, because `pushRow` reads it
 * immediately.
 */
const ONE_ROW = columnsOf([{ time: 0, open: 0, high: 0, low: 0, close: 0 }]);

/** State of a fold as plain JSON; NaN is written as null. */
export type SequenceFoldSnapshot = {
  readonly count: number;
  readonly time: number | null;
  readonly previousClose: number | null;
  readonly candle: readonly number[] | null;
  readonly atr: readonly number[];
  readonly run: RunSnapshot | null;
};

/**
 * Evaluates runs and criteria over closed candles (docs/spec/pcr.md §3, §4). It depends only on timeframe and
 * `patterns`, so setups with equal values of both can share one fold. Each of these setups has its own `SetupFold`,
 * which reads the fields below after every push.
 */
export class SequenceFold {
  readonly #timeframeSeconds: number;
  readonly #patterns: Patterns;
  readonly #atr = new Atr(ATR_PERIOD);
  /** The open run; its length is 0 if no run is open. */
  readonly #run = new OpenRun();
  readonly #broken = new OpenRun();
  #runIsOpen = false;
  #verdict = 0;
  #previousOpen = NaN;
  #shownSequence: Sequence | null = null;

  /** Number of candles added so far. */
  count = 0;
  /** Open time of the last closed candle, epoch seconds; NaN before the first. */
  time = NaN;
  open = NaN;
  high = NaN;
  low = NaN;
  close = NaN;
  /** Close of the previous candle; NaN if there is none. */
  previousClose = NaN;
  /** ATR at the last closed candle; NaN until defined. */
  atr = NaN;
  /** Whether the last candle came after a gap that ends every zone. */
  zonesExpired = false;
  /** Whether the last candle broke a run of two or more candles. */
  brokeSequence = false;
  /** Whether the last candle ended a valid sequence. */
  sequenceIsValid = false;

  /**
   * Creates a fold without candles.
   * @param timeframeSeconds length of a candle
   */
  constructor(timeframeSeconds: number, patterns: Patterns) {
    this.#timeframeSeconds = timeframeSeconds;
    this.#patterns = patterns;
  }

  /** Adds row `row` as the next closed candle. */
  pushRow(columns: CandleColumns, row: number): void {
    this.pushRows(columns, row, row + 1);
  }

  /**
   * Adds closed candles, ascending in time (open time, epoch seconds), from row `from` up to but excluding `to`. Takes
   * at least one candle, and stops after the first candle that completes a valid sequence. Allocates nothing.
   *
   * The function is long on purpose: it keeps the state between candles in registers. V8 allocates numbers on the heap
   * when they are passed to a function that it does not inline.
   * @returns the first row not taken
   */
  pushRows(columns: CandleColumns, from: number, to: number): number {
    const timeframeSeconds = this.#timeframeSeconds;
    const patterns = this.#patterns;
    const { strongBodyRatio, strongBodyAtr } = patterns;
    const skipsNeutral = patterns.dojiPolicy === 'skip';
    const run = this.#run;
    const broken = this.#broken;
    let verdict = this.#verdict;
    let { side, length, strongCandles, startTime, startOpen, atrBefore, rangeSum } = run;
    let { endTime, endOpen, endClose, atrAtEnd, high: runHigh, low: runLow } = run;
    let runIsOpen = this.#runIsOpen;
    let { time, open, high, low, close, atr } = this;
    let timeBefore = NaN;
    let openBefore = NaN;
    let closeBefore = NaN;
    let broke = false;
    let brokeValid = false;
    let row = from;
    do {
      timeBefore = time;
      openBefore = open;
      closeBefore = close;
      const previousAtr = atr;
      time = at(columns.time, row);
      open = at(columns.open, row);
      high = at(columns.high, row);
      low = at(columns.low, row);
      close = at(columns.close, row);
      atr = this.#atr.push(high, low, close);
      row += 1;
      broke = false;
      if (time - timeBefore !== timeframeSeconds) runIsOpen = false;
      if (close === open) {
        if (runIsOpen && !skipsNeutral) runIsOpen = false;
        if (high > runHigh) runHigh = high;
        if (low < runLow) runLow = low;
        continue;
      }
      const candleSide = close > open ? 1 : -1;
      if (runIsOpen && side !== candleSide) {
        runIsOpen = false;
        if (length >= 2) {
          broken.side = side;
          broken.length = length;
          broken.strongCandles = strongCandles;
          broken.startTime = startTime;
          broken.startOpen = startOpen;
          broken.atrBefore = atrBefore;
          broken.endTime = endTime;
          broken.endOpen = endOpen;
          broken.endClose = endClose;
          broken.atrAtEnd = atrAtEnd;
          broken.high = runHigh;
          broken.low = runLow;
          broken.rangeSum = rangeSum;
          broke = true;
          verdict = judgeCriteria(broken, patterns, close);
          brokeValid = countMetCriteria(verdict) >= patterns.requiredCriteria;
        }
      }
      if (!runIsOpen) {
        runIsOpen = true;
        side = candleSide;
        length = 0;
        strongCandles = 0;
        startTime = time;
        startOpen = open;
        atrBefore = previousAtr;
        runHigh = high;
        runLow = low;
        rangeSum = 0;
      }
      const body = candleBody(open, close);
      const range = candleRange(high, low);
      if (body >= strongBodyRatio * range && body >= strongBodyAtr * previousAtr) strongCandles += 1;
      length += 1;
      endTime = time;
      endOpen = open;
      endClose = close;
      atrAtEnd = atr;
      rangeSum += range;
      if (high > runHigh) runHigh = high;
      if (low < runLow) runLow = low;
    } while (row < to && !brokeValid);

    run.side = side;
    run.length = length;
    run.strongCandles = strongCandles;
    run.startTime = startTime;
    run.startOpen = startOpen;
    run.atrBefore = atrBefore;
    run.endTime = endTime;
    run.endOpen = endOpen;
    run.endClose = endClose;
    run.atrAtEnd = atrAtEnd;
    run.high = runHigh;
    run.low = runLow;
    run.rangeSum = rangeSum;
    this.#runIsOpen = runIsOpen;
    this.zonesExpired = time - timeBefore > timeframeSeconds + ZONE_GAP_SECONDS;
    this.count += row - from;
    this.time = time;
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    this.previousClose = closeBefore;
    this.#previousOpen = openBefore;
    this.atr = atr;
    this.#verdict = verdict;
    this.#shownSequence = null;
    this.brokeSequence = broke;
    this.sequenceIsValid = brokeValid;
    return row;
  }

  /** Adds a closed candle. */
  push(time: number, open: number, high: number, low: number, close: number): void {
    ONE_ROW.time[0] = time;
    ONE_ROW.open[0] = open;
    ONE_ROW.high[0] = high;
    ONE_ROW.low[0] = low;
    ONE_ROW.close[0] = close;
    this.pushRow(ONE_ROW, 0);
  }

  /** Returns true if the gap before a candle that opens at `time` is long enough to end every zone. */
  endsZones(time: number): boolean {
    return time - this.time > this.#timeframeSeconds + ZONE_GAP_SECONDS;
  }

  /** Close time of the last candle, epoch seconds. */
  get closeTime(): number {
    return this.time + this.#timeframeSeconds;
  }

  /** The run that the last candle broke; valid only while `brokeSequence` is true. */
  get broken(): OpenRun {
    return this.#broken;
  }

  /** Type of the last candle (docs/spec/pcr.md §6). */
  get candleType(): CandleType {
    return candleType(this.open, this.high, this.low, this.close, this.#previousOpen, this.previousClose);
  }

  /**
   * Returns the sequence that the last candle broke; valid only while `brokeSequence` is true. It is built when it is
   * first read, and all callers share it.
   */
  sequence(): Sequence {
    this.#shownSequence ??= this.#show();
    return this.#shownSequence;
  }

  #show(): Sequence {
    const broken = this.#broken;
    const { side, length, strongCandles, startTime, endTime, high, low } = broken;
    const { minRangeAtr, breakRatio } = this.#patterns;
    return {
      color: side === 1 ? 'green' : 'red',
      length,
      strongCandles,
      startTime,
      endTime: endTime + this.#timeframeSeconds,
      priceRange: { high, low },
      displacementLimit: definedOrNull(minRangeAtr * broken.atrBefore),
      efficiency: efficiency(broken),
      breakLimit: breakLimit(broken, breakRatio),
      validationResults: validationResults(this.#verdict),
      isValid: this.sequenceIsValid,
      breakingCandle: breakingCandleOf(this),
    };
  }

  /**
   * Returns the state between two candles. It omits the sequence that the last candle broke, because its event was
   * already published.
   */
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

  /** Restores a fold from the snapshot of a fold with the same timeframe and patterns. */
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

/**
 * Last result of `breakingCandleOf`. The cache helps, because the same candle often breaks the runs of thousands of
 * folds over one market.
 */
let lastBreaking: Candle = { time: NaN, open: NaN, high: NaN, low: NaN, close: NaN };

function breakingCandleOf({ time, open, high, low, close }: Candle): Candle {
  const last = lastBreaking;
  const isSame = last.time === time && last.open === open && last.high === high && last.low === low;
  if (!isSame || last.close !== close) lastBreaking = { time, open, high, low, close };
  return lastBreaking;
}
