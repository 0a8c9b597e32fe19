import { at } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';

/**
 * Smallest allowed ratio of the square sum to its largest value since the last rebuild. Below it, cancellation could
 * cost more than 1e-8 of the spread.
 */
const CANCELLATION_LIMIT = 1e-6;

/**
 * The last n closes with their mean and standard deviation, in constant time per push.
 *
 * The sums are of `close − shift`, where shift is a recent close. They are computed again from all closes after every n
 * pushes, and whenever a huge close has left the window. Rounding errors therefore do not accumulate (TA-Lib's plain
 * running sum of squares is off by 4e-7). The shift close never leaves before the next rebuild. The spread is therefore
 * at least 1/n of the square sum and cannot cancel out or become negative (Cauchy–Schwarz).
 */
export class CloseWindow {
  readonly #closes: Float64Array;
  readonly #period: number;
  #full = false;
  #next = 0;
  #shift = 0;
  #sum = 0;
  #squareSum = 0;
  #peakSquareSum = 0;
  /** Sum of the squared distances from the mean, while the window is full. */
  #spread = 0;

  constructor(period: number) {
    this.#period = period;
    this.#closes = new Float64Array(period);
  }

  /** The closes of the window, by slot; slots of a window that is not full are zero. */
  protected get closes(): Float64Array {
    return this.#closes;
  }

  /** Index of the slot that the next close takes. */
  protected get next(): number {
    return this.#next;
  }

  get full(): boolean {
    return this.#full;
  }

  /**
   * Adds a close in place of the oldest one. Until the window is full, its sums include empty slots; they are rebuilt
   * when it is full.
   */
  push(close: number): void {
    const slot = this.#next;
    const leaving = at(this.#closes, slot) - this.#shift;
    const entering = close - this.#shift;
    this.#closes[slot] = close;
    this.#next = slot + 1;
    if (slot + 1 === this.#period) return this.#turnOver();
    const sum = this.#sum + (entering - leaving);
    const squareSum = this.#squareSum + (entering - leaving) * (entering + leaving);
    const spread = squareSum - (sum * sum) / this.#period;
    this.#sum = sum;
    this.#squareSum = squareSum;
    this.#spread = spread;
    if (squareSum > this.#peakSquareSum) this.#peakSquareSum = squareSum;
    else if (spread < this.#peakSquareSum * CANCELLATION_LIMIT) this.#rebuild(slot);
  }

  /** Pushes `close`, returns the result of `read`, and restores the window. */
  peek<Seen>(close: number, read: () => Seen): Seen {
    const before = this.snapshot();
    this.push(close);
    const seen = read();
    this.restore(before);
    return seen;
  }

  /** Mean of the closes; defined only for a full window. */
  get mean(): number {
    return this.#shift + this.#sum / this.#period;
  }

  /** Population standard deviation of the closes; defined only for a full window. */
  get deviation(): number {
    return Math.sqrt(this.#spread / this.#period);
  }

  #turnOver(): void {
    this.#next = 0;
    this.#full = true;
    this.#rebuild(this.#period - 1);
  }

  /** Rebuilds the sums of the whole window around its newest close, which lies in `slot`. */
  #rebuild(slot: number): void {
    const shift = at(this.#closes, slot);
    let sum = 0;
    let squareSum = 0;
    for (let i = 0; i < this.#period; i += 1) {
      const distance = at(this.#closes, i) - shift;
      sum += distance;
      squareSum += distance * distance;
    }
    this.#shift = shift;
    this.#sum = sum;
    this.#squareSum = squareSum;
    this.#peakSquareSum = squareSum;
    this.#spread = squareSum - (sum * sum) / this.#period;
  }

  snapshot(): readonly number[] {
    const sums = [this.#shift, this.#sum, this.#squareSum, this.#peakSquareSum, this.#spread];
    return [this.#full ? 1 : 0, this.#next, ...sums, ...this.#closes];
  }

  restore(state: readonly number[]): void {
    const [full = 0, next = 0, shift = 0, sum = 0, squareSum = 0, peakSquareSum = 0, spread = 0, ...closes] = state;
    invariant(closes.length === this.#period, `a window snapshot holds 7 + ${this.#period} numbers`);
    this.#full = full === 1;
    this.#next = next;
    this.#shift = shift;
    this.#sum = sum;
    this.#squareSum = squareSum;
    this.#peakSquareSum = peakSquareSum;
    this.#spread = spread;
    this.#closes.set(closes);
  }
}
