import { at, type Candle, type CandleColumns } from '@vigia/core/candles';

/** Slightly more than a day, so that a 24-hour change and any candle of the current UTC day come from memory. */
export const WINDOW_MINUTES = 1_500;

/** The newest closed 1-minute candles of one symbol as columns, ascending; the oldest are dropped. */
export class MinuteWindow {
  readonly #time = new Float64Array(2 * WINDOW_MINUTES);
  readonly #open = new Float64Array(2 * WINDOW_MINUTES);
  readonly #high = new Float64Array(2 * WINDOW_MINUTES);
  readonly #low = new Float64Array(2 * WINDOW_MINUTES);
  readonly #close = new Float64Array(2 * WINDOW_MINUTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Open time of the oldest candle, or null while empty. */
  get firstTime(): number | null {
    return this.#length === 0 ? null : at(this.#time, 0);
  }

  get lastTime(): number | null {
    return this.#length === 0 ? null : at(this.#time, this.#length - 1);
  }

  /** @returns false, without a change, unless the candle is newer than the last one */
  append(candle: Candle): boolean {
    if (this.#length > 0 && candle.time <= at(this.#time, this.#length - 1)) return false;
    if (this.#length === this.#time.length) this.#dropOldHalf();
    const row = this.#length;
    this.#time[row] = candle.time;
    this.#open[row] = candle.open;
    this.#high[row] = candle.high;
    this.#low[row] = candle.low;
    this.#close[row] = candle.close;
    this.#length += 1;
    return true;
  }

  /** Returns the rows with time ≥ `fromTime`; shares memory, so the result is valid until the next append. */
  since(fromTime: number): CandleColumns {
    const first = this.#firstRowFrom(fromTime);
    return {
      length: this.#length - first,
      time: this.#time.subarray(first, this.#length),
      open: this.#open.subarray(first, this.#length),
      high: this.#high.subarray(first, this.#length),
      low: this.#low.subarray(first, this.#length),
      close: this.#close.subarray(first, this.#length),
    };
  }

  #firstRowFrom(fromTime: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(this.#time, middle) < fromTime) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dropOldHalf(): void {
    for (const column of [this.#time, this.#open, this.#high, this.#low, this.#close]) {
      column.copyWithin(0, WINDOW_MINUTES);
    }
    this.#length -= WINDOW_MINUTES;
  }
}
