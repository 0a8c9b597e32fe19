import { invariant } from '#kernel/index.ts';
import { Atr } from '../atr/atr.ts';
import { checkedPeriod } from '../period.ts';
import { wilderStep } from '../wilder.ts';

/** The three lines, 0–100; NaN until defined. */
export type AdxValues = { readonly adx: number; readonly plusDi: number; readonly minusDi: number };

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/**
 * Wilder's average directional index (docs/spec/strategies.md §2): the strength of a trend, 0–100, and the two
 * directional lines +DI and −DI. With period n the directional lines are defined from candle n, the index from candle
 * 2n−1.
 */
export class Adx {
  readonly #period: number;
  readonly #range: Atr;
  /** Number of candles that are still needed until the directional lines are defined. */
  #missing: number;
  /** Number of values of the directional index that are still needed until their average is defined. */
  #missingIndexes: number;
  #highBefore = 0;
  #lowBefore = 0;
  /** Sums of the movements during warm-up, afterwards their averages. */
  #plus = 0;
  #minus = 0;
  #index = 0;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#period = checkedPeriod(period);
    this.#range = new Atr(period);
    this.#missing = period + 1;
    this.#missingIndexes = period;
  }

  /** Adds the next closed candle; returns the new index, NaN until defined. */
  push(high: number, low: number, close: number): number {
    const isFirst = this.#missing > this.#period;
    const up = isFirst ? 0 : high - this.#highBefore;
    const down = isFirst ? 0 : this.#lowBefore - low;
    this.#highBefore = high;
    this.#lowBefore = low;
    this.#range.push(high, low, close);
    this.#move(up > down && up > 0 ? up : 0, down > up && down > 0 ? down : 0);
    if (this.#missing === 0) this.#average(this.#strength());
    return this.value;
  }

  /** Returns the lines for the case that the forming candle closes now with these prices; the state does not change. */
  peek(high: number, low: number, close: number): AdxValues {
    const before = this.snapshot();
    const adx = this.push(high, low, close);
    const { plusDi, minusDi } = this;
    this.restore(before);
    return { adx, plusDi, minusDi };
  }

  /** The index of the newest candle; NaN until defined. */
  get value(): number {
    return this.#missingIndexes === 0 ? this.#index : NaN;
  }

  get plusDi(): number {
    return this.#missing === 0 ? percentOf(this.#plus, this.#range.value) : NaN;
  }

  get minusDi(): number {
    return this.#missing === 0 ? percentOf(this.#minus, this.#range.value) : NaN;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    const own = [this.#missing, this.#missingIndexes, this.#highBefore, this.#lowBefore, this.#plus, this.#minus];
    return [...own, this.#index, ...this.#range.snapshot()];
  }

  /** Restores an index from the snapshot of an index with the same period. */
  restore(state: readonly number[]): void {
    const [missing, missingIndexes, highBefore, lowBefore, plus, minus, index, ...range] = state;
    invariant(
      missing !== undefined &&
        missingIndexes !== undefined &&
        highBefore !== undefined &&
        lowBefore !== undefined &&
        plus !== undefined &&
        minus !== undefined &&
        index !== undefined,
      'an Adx snapshot holds 7 numbers and an average range',
    );
    this.#missing = missing;
    this.#missingIndexes = missingIndexes;
    this.#highBefore = highBefore;
    this.#lowBefore = lowBefore;
    this.#plus = plus;
    this.#minus = minus;
    this.#index = index;
    this.#range.restore(range);
  }

  #move(plus: number, minus: number): void {
    if (this.#missing === 0) {
      this.#plus = wilderStep(this.#plus, this.#period, plus);
      this.#minus = wilderStep(this.#minus, this.#period, minus);
      return;
    }
    this.#plus += plus;
    this.#minus += minus;
    this.#missing -= 1;
    if (this.#missing > 0) return;
    this.#plus /= this.#period;
    this.#minus /= this.#period;
  }

  #strength(): number {
    return percentOf(Math.abs(this.#plus - this.#minus), this.#plus + this.#minus);
  }

  #average(strength: number): void {
    if (this.#missingIndexes === 0) {
      this.#index = wilderStep(this.#index, this.#period, strength);
      return;
    }
    this.#index += strength;
    this.#missingIndexes -= 1;
    if (this.#missingIndexes === 0) this.#index /= this.#period;
  }
}
