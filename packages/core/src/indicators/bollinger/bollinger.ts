import { checkedPeriod } from '../period.ts';
import { PriceWindow } from '../price-window.ts';

/** The three bands, in price units; all NaN until defined. */
export type BollingerBands = { readonly upper: number; readonly middle: number; readonly lower: number };

/**
 * Bollinger bands, first defined at candle n−1: the mean of the last n closes, and `deviations` population standard
 * deviations above and below it. The bands are within 1e-8 of the exact two-pass values. TA-Lib's running sums are less
 * exact.
 */
export class Bollinger {
  readonly #window: PriceWindow;
  readonly #deviations: number;
  #middle = NaN;
  #deviation = NaN;

  /** @throws RangeError unless `period` is an integer ≥ 1 and `deviations` is finite and not negative. */
  constructor(period: number, deviations: number) {
    if (!Number.isFinite(deviations) || deviations < 0)
      throw new RangeError(`deviations must be ≥ 0, got ${deviations}`);
    this.#window = new PriceWindow(checkedPeriod(period));
    this.#deviations = deviations;
  }

  /** Adds the next closed candle; returns the new middle band, NaN until defined. */
  push(close: number): number {
    this.#window.push(close);
    this.#measure();
    return this.#middle;
  }

  /** Returns the bands for the case that the forming candle closes now at `close`; the state does not change. */
  peek(close: number): BollingerBands {
    return this.#window.peek(close, () => {
      const middle = this.#window.full ? this.#window.mean : NaN;
      const reach = this.#deviations * this.#window.deviation;
      return { upper: middle + reach, middle, lower: middle - reach };
    });
  }

  get upper(): number {
    return this.#middle + this.#deviations * this.#deviation;
  }

  get middle(): number {
    return this.#middle;
  }

  get lower(): number {
    return this.#middle - this.#deviations * this.#deviation;
  }

  /** Population standard deviation of the closes, in price units; NaN until defined. */
  get deviation(): number {
    return this.#deviation;
  }

  /** The middle band of the newest candle; NaN until defined. */
  get value(): number {
    return this.#middle;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    return this.#window.snapshot();
  }

  /** Restores the state from a snapshot of bands with the same period. */
  restore(state: readonly number[]): void {
    this.#window.restore(state);
    this.#measure();
  }

  #measure(): void {
    const full = this.#window.full;
    this.#middle = full ? this.#window.mean : NaN;
    this.#deviation = full ? this.#window.deviation : NaN;
  }
}
