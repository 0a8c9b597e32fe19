import { at } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';
import { checkedPeriod } from '../period.ts';
import { wilderStep } from '../wilder.ts';

/** Returns `100·(avgGain/(avgGain+avgLoss))`, or 0 if the closes did not change at all (0/0). */
function strength(averageGain: number, averageLoss: number): number {
  const total = averageGain + averageLoss;
  return total === 0 ? 0 : 100 * (averageGain / total);
}

const gainOf = (change: number): number => (change > 0 ? change : 0);
const lossOf = (change: number): number => (change < 0 ? -change : 0);

/**
 * Wilder's relative strength index, 0–100 (docs/spec/pcr.md §2). The first value, at candle n, comes from the first n
 * changes of the close.
 */
export class Rsi {
  readonly #period: number;
  /**
   * Number of closes that are still needed until the index is defined: one for the first previous close, then n for the
   * changes.
   */
  #missing: number;
  #previousClose = 0;
  /** The sum of the gains during warm-up, afterwards their average. */
  #gain = 0;
  #loss = 0;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#period = checkedPeriod(period);
    this.#missing = period + 1;
  }

  /** Adds the next closed candle; returns the new value, NaN until defined. */
  push(close: number): number {
    if (this.#missing > 0) return this.#warmUp(close);
    const period = this.#period;
    const change = close - this.#previousClose;
    const gain = wilderStep(this.#gain, period, gainOf(change));
    const loss = wilderStep(this.#loss, period, lossOf(change));
    this.#previousClose = close;
    this.#gain = gain;
    this.#loss = loss;
    return strength(gain, loss);
  }

  /**
   * Adds the first `count` closes and writes the index at each; NaN until defined, and while it is flat. The averages
   * are in local variables, which is faster than fields.
   */
  pushAll(closes: Float64Array, count: number, values: Float64Array): void {
    let row = 0;
    for (; row < count && this.#missing > 0; row += 1) {
      const value = this.push(at(closes, row));
      values[row] = this.flat ? NaN : value;
    }
    const period = this.#period;
    let gain = this.#gain;
    let loss = this.#loss;
    let previous = this.#previousClose;
    for (; row < count; row += 1) {
      const close = at(closes, row);
      gain = wilderStep(gain, period, gainOf(close - previous));
      loss = wilderStep(loss, period, lossOf(close - previous));
      previous = close;
      values[row] = gain + loss === 0 ? NaN : strength(gain, loss);
    }
    this.#gain = gain;
    this.#loss = loss;
    this.#previousClose = previous;
  }

  /**
   * Returns the value of the index for the case that the forming candle closes now at `close`; the state does not
   * change.
   */
  peek(close: number): number {
    if (this.#missing > 1) return NaN;
    const period = this.#period;
    const gain = gainOf(close - this.#previousClose);
    const loss = lossOf(close - this.#previousClose);
    if (this.#missing === 1) return strength((this.#gain + gain) / period, (this.#loss + loss) / period);
    return strength(wilderStep(this.#gain, period, gain), wilderStep(this.#loss, period, loss));
  }

  /** The index of the newest candle; NaN until defined. */
  get value(): number {
    return this.#missing === 0 ? strength(this.#gain, this.#loss) : NaN;
  }

  /**
   * Whether the value is defined but without meaning, because the closes did not change at all (avgGain + avgLoss is
   * 0).
   */
  get flat(): boolean {
    return this.#missing === 0 && this.#gain + this.#loss === 0;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    return [this.#missing, this.#previousClose, this.#gain, this.#loss];
  }

  /** Restores an RSI from the snapshot of an RSI with the same period. */
  restore(state: readonly number[]): void {
    const [missing, previousClose, gain, loss] = state;
    invariant(
      missing !== undefined && previousClose !== undefined && gain !== undefined && loss !== undefined,
      'an Rsi snapshot holds 4 numbers',
    );
    this.#missing = missing;
    this.#previousClose = previousClose;
    this.#gain = gain;
    this.#loss = loss;
  }

  /**
   * Handles a candle of the warm-up. The method is separate from `push`, which is then small enough for V8 to inline.
   */
  #warmUp(close: number): number {
    const change = this.#missing > this.#period ? 0 : close - this.#previousClose;
    this.#previousClose = close;
    this.#missing -= 1;
    this.#gain += gainOf(change);
    this.#loss += lossOf(change);
    if (this.#missing > 0) return NaN;
    this.#gain /= this.#period;
    this.#loss /= this.#period;
    return strength(this.#gain, this.#loss);
  }
}
