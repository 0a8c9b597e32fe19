import { at } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';
import { CloseWindow } from '../close-window.ts';
import { checkedPeriod } from '../period.ts';
import { Sma } from '../sma/sma.ts';

/** The two lines of the oscillator, 0–100; NaN until defined. */
export type StochasticValues = { readonly k: number; readonly d: number };

/** %K of a window without any price range (0/0): the middle, neither low nor high. */
const MIDDLE = 50;

/** Positions in per cent are no prices, so their means are not exact. */
const ofPercents = (period: number): CloseWindow => new CloseWindow(period);

/**
 * The slow stochastic oscillator (docs/spec/strategies.md §2). It is the position of the close between the lowest and
 * the highest price of the last n candles, in per cent. %K is the mean of the last `smoothing` of these values. %D is
 * the mean of the last `dPeriod` values of %K.
 */
export class Stochastic {
  readonly #highs: Float64Array;
  readonly #lows: Float64Array;
  readonly #smoothing: Sma;
  readonly #line: Sma;
  #next = 0;
  #count = 0;

  /** @throws RangeError unless the three periods are integers ≥ 1. */
  constructor(kPeriod: number, smoothing: number, dPeriod: number) {
    this.#highs = new Float64Array(checkedPeriod(kPeriod));
    this.#lows = new Float64Array(kPeriod);
    this.#smoothing = new Sma(smoothing, ofPercents);
    this.#line = new Sma(dPeriod, ofPercents);
  }

  /** Adds the next closed candle; returns the new %K, NaN until defined. */
  push(high: number, low: number, close: number): number {
    this.#highs[this.#next] = high;
    this.#lows[this.#next] = low;
    this.#next = (this.#next + 1) % this.#highs.length;
    if (this.#count < this.#highs.length) this.#count += 1;
    if (this.#count < this.#highs.length) return NaN;
    const k = this.#smoothing.push(this.#position(close));
    if (!Number.isNaN(k)) this.#line.push(k);
    return k;
  }

  /** Returns the lines for the case that the forming candle closes now with these prices; the state does not change. */
  peek(high: number, low: number, close: number): StochasticValues {
    const before = this.snapshot();
    this.push(high, low, close);
    const { k, d } = this;
    this.restore(before);
    return { k, d };
  }

  /** %K of the newest candle; NaN until defined. */
  get k(): number {
    return this.#smoothing.value;
  }

  /** %D of the newest candle; NaN until defined. */
  get d(): number {
    return this.#line.value;
  }

  #position(close: number): number {
    let highest = -Infinity;
    let lowest = Infinity;
    for (let slot = 0; slot < this.#highs.length; slot += 1) {
      highest = Math.max(highest, at(this.#highs, slot));
      lowest = Math.min(lowest, at(this.#lows, slot));
    }
    return highest === lowest ? MIDDLE : (100 * (close - lowest)) / (highest - lowest);
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    const smoothing = this.#smoothing.snapshot();
    const own = [this.#next, this.#count, ...this.#highs, ...this.#lows];
    return [...own, smoothing.length, ...smoothing, ...this.#line.snapshot()];
  }

  /** Restores an oscillator from the snapshot of an oscillator with the same periods. */
  restore([next = 0, count = 0, ...state]: readonly number[]): void {
    const period = this.#highs.length;
    const length = state[2 * period];
    invariant(length !== undefined, `a stochastic snapshot holds 2 + 2 · ${period} numbers and two averages`);
    this.#next = next;
    this.#count = count;
    this.#highs.set(state.slice(0, period));
    this.#lows.set(state.slice(period, 2 * period));
    this.#smoothing.restore(state.slice(2 * period + 1, 2 * period + 1 + length));
    this.#line.restore(state.slice(2 * period + 1 + length));
  }
}
