import { invariant } from '#kernel/index.ts';
import { checkedPeriod } from '../period.ts';

/**
 * Returns one step of the average, `EMA + 2/(n+1)·(close − EMA)` with `weight` = 2/(n+1). The function is small enough
 * for V8 to inline it everywhere.
 */
export const emaStep = (average: number, weight: number, close: number): number => average + weight * (close - average);

/** Returns the weight `2/(n+1)` of the newest close. */
export const emaWeight = (period: number): number => 2 / (period + 1);

/**
 * Exponential moving average as in TA-Lib. The first value, at candle n−1, is the mean of the first n closes.
 * Afterwards `EMA = EMA + 2/(n+1)·(close − EMA)`, in exactly that order of operations (docs/spec/pcr.md §2).
 */
export class Ema {
  readonly #period: number;
  readonly #weight: number;
  /** Number of closes that are still needed until the average is defined. */
  #missing: number;
  /** The sum of the closes during warm-up, afterwards the average. */
  #accumulated = 0;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#period = checkedPeriod(period);
    this.#weight = emaWeight(period);
    this.#missing = period;
  }

  /** Adds the next closed candle; returns the new value, NaN until defined. */
  push(close: number): number {
    if (this.#missing > 0) return this.#warmUp(close);
    return (this.#accumulated = emaStep(this.#accumulated, this.#weight, close));
  }

  /**
   * Returns the value of the average for the case that the forming candle closes now at `close`; the state does not
   * change.
   */
  peek(close: number): number {
    if (this.#missing === 0) return emaStep(this.#accumulated, this.#weight, close);
    return this.#missing === 1 ? (this.#accumulated + close) / this.#period : NaN;
  }

  /** The average of the newest candle; NaN until defined. */
  get value(): number {
    return this.#missing === 0 ? this.#accumulated : NaN;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    return [this.#missing, this.#accumulated];
  }

  /** Restores an average from the snapshot of an average with the same period. */
  restore(state: readonly number[]): void {
    const [missing, accumulated] = state;
    invariant(
      missing !== undefined && accumulated !== undefined && state.length === 2,
      'an Ema snapshot holds 2 numbers',
    );
    this.#missing = missing;
    this.#accumulated = accumulated;
  }
  /**
   * Handles a candle of the warm-up. The method is separate from `push`, which is then small enough for V8 to inline it
   * everywhere.
   */
  #warmUp(close: number): number {
    this.#missing -= 1;
    this.#accumulated += close;
    if (this.#missing > 0) return NaN;
    this.#accumulated /= this.#period;
    return this.#accumulated;
  }
}
