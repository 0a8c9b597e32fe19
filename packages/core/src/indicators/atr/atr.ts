import { invariant } from '#kernel/index.ts';
import { checkedPeriod } from '../period.ts';
import { wilderStep } from '../wilder.ts';

/** Returns `max(high−low, |high − previous close|, |low − previous close|)` (docs/spec/pcr.md §2). */
function trueRange(high: number, low: number, previousClose: number): number {
  // Common case: if the previous close is inside the range, neither distance exceeds the range.
  if (low <= previousClose && previousClose <= high) return high - low;
  return Math.max(high - low, Math.abs(high - previousClose), Math.abs(low - previousClose));
}

/**
 * Wilder's average true range (docs/spec/pcr.md §2), in price units. With period n the first value, at candle n, is the
 * mean of the true ranges 1 to n.
 */
export class Atr {
  readonly #period: number;
  /**
   * Number of candles that are still needed until the average is defined: one for the first previous close, then n for
   * the true ranges.
   */
  #missing: number;
  #previousClose = 0;
  /** The sum of the true ranges during warm-up, afterwards the average. */
  #accumulated = 0;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#period = checkedPeriod(period);
    this.#missing = period + 1;
  }

  /** Adds the next closed candle; returns the new value, NaN until defined. */
  push(high: number, low: number, close: number): number {
    if (this.#missing > 0) this.#warmUp(high, low, close);
    else {
      const range = trueRange(high, low, this.#previousClose);
      this.#previousClose = close;
      this.#accumulated = wilderStep(this.#accumulated, this.#period, range);
    }
    return this.value;
  }

  /**
   * Returns the value of the ATR for the case that the forming candle closes now with these prices. The state does not
   * change. The close of the forming candle has no effect.
   */
  peek(high: number, low: number, _close: number): number {
    if (this.#missing > 1) return NaN;
    const range = trueRange(high, low, this.#previousClose);
    if (this.#missing === 1) return (this.#accumulated + range) / this.#period;
    return wilderStep(this.#accumulated, this.#period, range);
  }

  /** The average of the newest candle; NaN until defined. */
  get value(): number {
    return this.#missing === 0 ? this.#accumulated : NaN;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    return [this.#missing, this.#previousClose, this.#accumulated];
  }

  /** Restores an ATR from the snapshot of an ATR with the same period. */
  restore(state: readonly number[]): void {
    const [missing, previousClose, accumulated] = state;
    invariant(
      missing !== undefined && previousClose !== undefined && accumulated !== undefined,
      'an Atr snapshot holds 3 numbers',
    );
    this.#missing = missing;
    this.#previousClose = previousClose;
    this.#accumulated = accumulated;
  }

  /**
   * Handles a candle of the warm-up. The method is separate from `push`, which is then small enough for V8 to inline.
   */
  #warmUp(high: number, low: number, close: number): void {
    if (this.#missing <= this.#period) this.#accumulated += trueRange(high, low, this.#previousClose);
    this.#previousClose = close;
    this.#missing -= 1;
    if (this.#missing === 0) this.#accumulated /= this.#period;
  }
}
