import { invariant } from '#kernel/index.ts';
import { checkedPeriod } from '../period.ts';

/**
 * Exponential moving average as TA-Lib has it: first value at candle n−1, the mean of the first n closes; then
 * `EMA = EMA + 2/(n+1)·(close − EMA)`, in exactly that order of operations (pcr.md §2).
 */
export class Ema {
  readonly #period: number;
  readonly #weight: number;
  #count = 0;
  /** Sum of the closes until n of them are in, the average from then on. */
  #accumulated = 0;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#period = checkedPeriod(period);
    this.#weight = 2 / (period + 1);
  }

  /** Takes the next closed candle; returns the new value, NaN until defined. */
  push(close: number): number {
    if (this.#count >= this.#period) {
      this.#accumulated += this.#weight * (close - this.#accumulated);
      return this.#accumulated;
    }
    this.#count += 1;
    this.#accumulated += close;
    if (this.#count < this.#period) return NaN;
    this.#accumulated /= this.#period;
    return this.#accumulated;
  }

  /** The value if the forming candle closed at `close` now; the state stays as it is. */
  peek(close: number): number {
    if (this.#count >= this.#period) return this.#accumulated + this.#weight * (close - this.#accumulated);
    return this.#count + 1 === this.#period ? (this.#accumulated + close) / this.#period : NaN;
  }

  /** NaN until defined. */
  get value(): number {
    return this.#count >= this.#period ? this.#accumulated : NaN;
  }

  /** Finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[] {
    return [this.#count, this.#accumulated];
  }

  /** Continues from a snapshot of an average of the same period. */
  restore(state: readonly number[]): void {
    const [count, accumulated] = state;
    invariant(
      count !== undefined && accumulated !== undefined && state.length === 2,
      'an Ema snapshot holds 2 numbers',
    );
    this.#count = count;
    this.#accumulated = accumulated;
  }
}
