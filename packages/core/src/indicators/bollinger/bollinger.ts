import { CloseWindow } from '../close-window.ts';
import { checkedPeriod } from '../period.ts';

/** The three bands, in price units; all NaN until defined. */
export type BollingerBands = { readonly upper: number; readonly middle: number; readonly lower: number };

/**
 * Bollinger bands, first defined at candle n−1: the mean of the last n closes, and `deviations` population standard
 * deviations above and below it. Within 1e-8 of the exact two-pass value, unlike TA-Lib's running sums.
 */
export class Bollinger {
  readonly #window: CloseWindow;
  readonly #deviations: number;
  #middle = NaN;
  /** Distance of the outer bands from the middle one, in standard deviations. */
  #reach = NaN;

  /** @throws RangeError unless `period` is an integer ≥ 1 and `deviations` is finite and not negative. */
  constructor(period: number, deviations: number) {
    if (!Number.isFinite(deviations) || deviations < 0)
      throw new RangeError(`deviations must be ≥ 0, got ${deviations}`);
    this.#window = new CloseWindow(checkedPeriod(period));
    this.#deviations = deviations;
  }

  /** Adds the next closed candle; returns the new middle band, NaN until defined. */
  push(close: number): number {
    this.#window.push(close);
    this.#measure();
    return this.#middle;
  }

  /** Returns the bands if the forming candle closed at `close` now; the state does not change. */
  peek(close: number): BollingerBands {
    return this.#window.peek(close, () => {
      const middle = this.#window.full ? this.#window.mean : NaN;
      const reach = this.#deviations * this.#window.deviation;
      return { upper: middle + reach, middle, lower: middle - reach };
    });
  }

  get upper(): number {
    return this.#middle + this.#reach;
  }

  get middle(): number {
    return this.#middle;
  }

  get lower(): number {
    return this.#middle - this.#reach;
  }

  /** The middle band. */
  get value(): number {
    return this.#middle;
  }

  /** Finite numbers only, so that it survives JSON bit for bit. */
  snapshot(): readonly number[] {
    return this.#window.snapshot();
  }

  /** Restores bands from the snapshot of ones with the same period. */
  restore(state: readonly number[]): void {
    this.#window.restore(state);
    this.#measure();
  }

  #measure(): void {
    const full = this.#window.full;
    this.#middle = full ? this.#window.mean : NaN;
    this.#reach = full ? this.#deviations * this.#window.deviation : NaN;
  }
}
