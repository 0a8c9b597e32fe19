import { CloseWindow } from '../close-window.ts';
import { checkedPeriod } from '../period.ts';
import { PriceWindow } from '../price-window.ts';

/**
 * Simple moving average: the mean of the last n closes, first at candle n−1. Means of prices are exact, so that crosses
 * of averages and prices are decided as in integer points (docs/spec/strategies.md §2).
 */
export class Sma {
  readonly #window: CloseWindow;

  /**
   * Creates an average of prices.
   * @param createWindow creates the window; averages of values that are no prices need no exact mean
   * @throws RangeError unless `period` is an integer ≥ 1.
   */
  constructor(period: number, createWindow: (period: number) => CloseWindow = (size) => new PriceWindow(size)) {
    this.#window = createWindow(checkedPeriod(period));
  }

  /** Adds the next closed candle; returns the new value, NaN until defined. */
  push(close: number): number {
    this.#window.push(close);
    return this.value;
  }

  /**
   * Returns the value of the average for the case that the forming candle closes now at `close`; the state does not
   * change.
   */
  peek(close: number): number {
    return this.#window.peek(close, () => this.value);
  }

  /** The average of the newest candle; NaN until defined. */
  get value(): number {
    return this.#window.full ? this.#window.mean : NaN;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    return this.#window.snapshot();
  }

  /** Restores an average from the snapshot of an average with the same period. */
  restore(state: readonly number[]): void {
    this.#window.restore(state);
  }
}
