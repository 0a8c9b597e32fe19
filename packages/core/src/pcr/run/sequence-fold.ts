import { candleBody, candleRange } from '#candles/index.ts';
import { Atr } from '#indicators/index.ts';
import type { CandleType } from '#vocabulary/index.ts';
import { heldCriteria, judge, validationResults } from '../criteria/criteria.ts';
import type { Patterns } from '../setup/setup.ts';
import { candleType } from './candle-type.ts';
import { OpenRun, type Side } from './open-run.ts';
import { type RunSnapshot, restoreRun, snapshotRun } from './run-snapshot.ts';
import type { Sequence } from './sequence.ts';

/** ATR period of every rule that measures in ATRs (pcr.md §2). */
const ATR_PERIOD = 14;

/** A jump in time beyond one candle plus this ends the life of every zone (pcr.md §3). */
const ZONE_GAP_SECONDS = 3_600;

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
  }

  /** Takes the next closed candle, ascending in time (open time, epoch seconds). Allocates nothing. */
  push(time: number, open: number, high: number, low: number, close: number): void {
    const step = time - this.time;
    const atrBefore = this.atr;
    this.zonesExpired = this.endsZones(time);
    this.#remember(time, open, high, low, close);
    this.brokeSequence = false;
    this.sequenceIsValid = false;
    if (step !== this.#timeframeSeconds) this.#runIsOpen = false;
    if (close === open) this.#neutral(high, low);
    else this.#coloured(close > open ? 1 : -1, atrBefore);
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

  #remember(time: number, open: number, high: number, low: number, close: number): void {
    this.count += 1;
    this.previousClose = this.close;
    this.#previousOpen = this.open;
    this.time = time;
    this.open = open;
    this.high = high;
    this.low = low;
    this.close = close;
    this.atr = this.#atr.push(high, low, close);
  }

  #neutral(high: number, low: number): void {
    if (!this.#runIsOpen) return;
    if (this.#patterns.dojiPolicy === 'break') this.#runIsOpen = false;
    else this.#run.include(high, low);
  }

  #coloured(side: Side, atrBefore: number): void {
    if (this.#runIsOpen && this.#run.side !== side) this.#break();
    const run = this.#run;
    if (!this.#runIsOpen) {
      run.open(side, this.time, this.open, this.high, this.low, atrBefore);
      this.#runIsOpen = true;
    }
    const strong = this.#isStrong(atrBefore);
    run.grow(this.time, this.open, this.high, this.low, this.close, this.atr, strong);
  }

  #isStrong(atrBefore: number): boolean {
    const body = candleBody(this.open, this.close);
    return (
      body >= this.#patterns.strongBodyRatio * candleRange(this.high, this.low) &&
      body >= this.#patterns.strongBodyAtr * atrBefore
    );
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
