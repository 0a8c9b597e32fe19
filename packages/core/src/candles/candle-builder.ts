import type { Candle } from './columns.ts';
import { bucketOf } from './resample.ts';

const MS_PER_SECOND = 1_000;

/**
 * Time for which a candle stays open after its end if neither a later tick nor the source closes it. Ticks in transit
 * still count (docs/spec/pcr.md §1).
 */
export const CLOCK_GRACE_MS = 1_000;

/** State of a builder for a restart, as plain JSON. */
export type CandleBuilderState = {
  readonly forming: Candle | null;
  /** End, in epoch seconds, of the newest closed bucket; 0 before the first. */
  readonly closedThrough: number;
  readonly late: number;
};

/**
 * Builds candles from live ticks. A tick updates the forming candle in place; a tick of a later bucket or the clock
 * closes it. A tick for a closed bucket counts as late and changes nothing (docs/spec/pcr.md §1). Within a bucket,
 * ticks count in order of arrival, because the bad-tick filter drops ticks that are out of order. A push that closes no
 * candle allocates nothing.
 */
export class CandleBuilder {
  readonly #timeframeSeconds: number;
  #isForming = false;
  #time = 0;
  #open = 0;
  #high = 0;
  #low = 0;
  #close = 0;
  #closedThrough = 0;
  #late = 0;

  /** @throws RangeError unless `timeframeSeconds` is an integer ≥ 1. */
  constructor(timeframeSeconds: number) {
    this.#timeframeSeconds = checkedSeconds(timeframeSeconds);
  }

  /**
   * Adds a tick: epoch milliseconds and its price. Ignores a tick if its time is not finite or its price is not above
   * zero.
   * @returns the candle that this tick closed, or null.
   */
  push(timeMs: number, price: number): Candle | null {
    if (!(price > 0 && price < Infinity && Number.isFinite(timeMs))) return null;
    const seconds = timeMs / MS_PER_SECOND;
    if (this.#isForming && seconds >= this.#time && seconds < this.#time + this.#timeframeSeconds) {
      if (price > this.#high) this.#high = price;
      if (price < this.#low) this.#low = price;
      this.#close = price;
      return null;
    }
    return this.#startBucket(bucketOf(seconds, this.#timeframeSeconds), price);
  }

  /**
   * Closes the forming candle if it ends at or before `throughMs`, up to which no more ticks are expected. This time is
   * the clock without the grace period, or a guarantee of the source.
   * @returns the closed candle, or null
   */
  closeThrough(throughMs: number): Candle | null {
    const endMs = (this.#time + this.#timeframeSeconds) * MS_PER_SECOND;
    return this.#isForming && throughMs >= endMs ? this.#closeForming() : null;
  }

  /** A copy of the forming candle; null if there is none. */
  get forming(): Candle | null {
    if (!this.#isForming) return null;
    return { time: this.#time, open: this.#open, high: this.#high, low: this.#low, close: this.#close };
  }

  /** Number of ticks that were ignored because their bucket was closed. */
  get late(): number {
    return this.#late;
  }

  snapshot(): CandleBuilderState {
    return { forming: this.forming, closedThrough: this.#closedThrough, late: this.#late };
  }

  /** Restores a builder from the snapshot of a builder with the same timeframe. */
  restore(state: CandleBuilderState): void {
    this.#closedThrough = state.closedThrough;
    this.#late = state.late;
    this.#isForming = state.forming !== null;
    if (state.forming === null) return;
    this.#time = state.forming.time;
    this.#open = state.forming.open;
    this.#high = state.forming.high;
    this.#low = state.forming.low;
    this.#close = state.forming.close;
  }

  #startBucket(bucket: number, price: number): Candle | null {
    if (bucket < this.#closedThrough || (this.#isForming && bucket < this.#time)) {
      this.#late += 1;
      return null;
    }
    const closed = this.#isForming ? this.#closeForming() : null;
    this.#isForming = true;
    this.#time = bucket;
    this.#open = price;
    this.#high = price;
    this.#low = price;
    this.#close = price;
    return closed;
  }

  #closeForming(): Candle | null {
    const closed = this.forming;
    this.#isForming = false;
    this.#closedThrough = this.#time + this.#timeframeSeconds;
    return closed;
  }
}

/**
 * Returns `seconds` unchanged.
 * @throws RangeError unless `seconds` is an integer ≥ 1.
 */
export function checkedSeconds(seconds: number): number {
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new RangeError(`a timeframe is an integer ≥ 1 s, got ${seconds}`);
  return seconds;
}
