import {
  at,
  type Candle,
  type CandleColumns,
  emptyColumns,
  firstRowFrom,
  rowsBetween,
  setRow,
} from '@vigia/core/candles';

/**
 * Number of minutes in memory. It is slightly more than a day, so that a 24-hour change and any candle of the current
 * UTC day can be computed from memory.
 */
export const WINDOW_MINUTES = 1_500;

/** The newest closed 1-minute candles of one symbol as columns, ascending. The window drops the oldest candles. */
export class MinuteWindow {
  readonly #rows = emptyColumns(2 * WINDOW_MINUTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the open time of the oldest candle; null if the window is empty. */
  get firstTime(): number | null {
    return this.#length === 0 ? null : at(this.#rows.time, 0);
  }

  get lastTime(): number | null {
    return this.#length === 0 ? null : at(this.#rows.time, this.#length - 1);
  }

  /**
   * Appends a candle.
   * @returns false, and changes nothing, unless the candle is newer than the last one
   */
  append(candle: Candle): boolean {
    if (this.#length > 0 && candle.time <= at(this.#rows.time, this.#length - 1)) return false;
    if (this.#length === this.#rows.length) this.#dropOldHalf();
    setRow(this.#rows, this.#length, candle);
    this.#length += 1;
    return true;
  }

  /**
   * Returns the candles with time ≥ `fromTime`. The result shares memory with the window and is valid only until the
   * next append.
   */
  since(fromTime: number): CandleColumns {
    const first = firstRowFrom({ time: this.#rows.time, length: this.#length }, fromTime);
    return rowsBetween(this.#rows, first, this.#length);
  }

  #dropOldHalf(): void {
    const { time, open, high, low, close } = this.#rows;
    for (const column of [time, open, high, low, close]) column.copyWithin(0, WINDOW_MINUTES);
    this.#length -= WINDOW_MINUTES;
  }
}
