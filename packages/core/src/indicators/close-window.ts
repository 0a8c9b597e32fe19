import { at } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';

/** Below this part of the largest square sum since the last rebuild, cancellation could cost more than 1e-8 of the spread. */
const CANCELLATION_LIMIT = 1e-6;

/**
 * The last n closes with their mean and spread in O(1) a push.
 *
 * Sums are taken of `close − shift`, shift being a recent close, and rebuilt exactly each time the window has turned over
 * and whenever a huge close has left it, so that rounding never piles up (a plain running sum of squares, TA-Lib's, is off by 4e-7).
 */
export class CloseWindow {
  readonly #closes: Float64Array;
  readonly #period: number;
  #count = 0;
  #next = 0;
  #shift = 0;
  #sum = 0;
  #squareSum = 0;
  #peakSquareSum = 0;

  constructor(period: number) {
    this.#period = period;
    this.#closes = new Float64Array(period);
  }

  get full(): boolean {
    return this.#count === this.#period;
  }

  push(close: number): void {
    const next = this.#next;
    if (this.#count === this.#period) this.#replace(at(this.#closes, next), close);
    else this.#count += 1;
    this.#closes[next] = close;
    this.#next = next + 1 === this.#period ? 0 : next + 1;
    if (this.#next === 0 || this.#cancels()) this.#rebuild(close);
  }

  /** What `read` sees with `close` pushed; afterwards the window is as it was. */
  peek<Seen>(close: number, read: () => Seen): Seen {
    const slot = this.#next;
    const oldest = at(this.#closes, slot);
    const [count, shift, sum, squareSum, peakSquareSum] = [
      this.#count,
      this.#shift,
      this.#sum,
      this.#squareSum,
      this.#peakSquareSum,
    ];
    this.push(close);
    const seen = read();
    this.#closes[slot] = oldest;
    this.#next = slot;
    this.#count = count;
    this.#shift = shift;
    this.#sum = sum;
    this.#squareSum = squareSum;
    this.#peakSquareSum = peakSquareSum;
    return seen;
  }

  /** Mean of the closes; only of a full window. */
  get mean(): number {
    return this.#shift + this.#sum / this.#period;
  }

  /** Population standard deviation of the closes; only of a full window. */
  get deviation(): number {
    return Math.sqrt(Math.max(0, this.#spread / this.#period));
  }

  /** Sum of the squared distances from the mean. */
  get #spread(): number {
    return this.#squareSum - (this.#sum * this.#sum) / this.#period;
  }

  #replace(oldest: number, close: number): void {
    const leaving = oldest - this.#shift;
    const entering = close - this.#shift;
    this.#sum += entering - leaving;
    this.#squareSum += entering * entering - leaving * leaving;
    if (this.#squareSum > this.#peakSquareSum) this.#peakSquareSum = this.#squareSum;
  }

  #cancels(): boolean {
    return this.#spread < this.#peakSquareSum * CANCELLATION_LIMIT;
  }

  #rebuild(shift: number): void {
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
  }

  snapshot(): readonly number[] {
    const sums = [this.#count, this.#next, this.#shift, this.#sum, this.#squareSum, this.#peakSquareSum];
    return [...sums, ...this.#closes];
  }

  restore(state: readonly number[]): void {
    const [count = 0, next = 0, shift = 0, sum = 0, squareSum = 0, peakSquareSum = 0, ...closes] = state;
    invariant(closes.length === this.#period, `a window snapshot holds 6 + ${this.#period} numbers`);
    this.#count = count;
    this.#next = next;
    this.#shift = shift;
    this.#sum = sum;
    this.#squareSum = squareSum;
    this.#peakSquareSum = peakSquareSum;
    this.#closes.set(closes);
  }
}
