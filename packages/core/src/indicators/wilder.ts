import { invariant } from '#kernel/index.ts';

/**
 * Wilder's smoothing, shared by ATR and RSI: the mean of the first n samples, summed in time order, then
 * `(previous·(n−1) + sample)/n` in exactly that order of operations (pcr.md §2).
 */
export class WilderAverage {
  readonly #period: number;
  #count = 0;
  /** Sum of the samples until n of them are in, the average from then on. */
  #accumulated = 0;

  constructor(period: number) {
    this.#period = period;
  }

  push(sample: number): number {
    const period = this.#period;
    if (this.#count >= period) {
      this.#accumulated = (this.#accumulated * (period - 1) + sample) / period;
      return this.#accumulated;
    }
    this.#count += 1;
    this.#accumulated += sample;
    if (this.#count < period) return NaN;
    this.#accumulated /= period;
    return this.#accumulated;
  }

  peek(sample: number): number {
    const period = this.#period;
    if (this.#count >= period) return (this.#accumulated * (period - 1) + sample) / period;
    return this.#count + 1 === period ? (this.#accumulated + sample) / period : NaN;
  }

  get value(): number {
    return this.#count >= this.#period ? this.#accumulated : NaN;
  }

  snapshot(): readonly number[] {
    return [this.#count, this.#accumulated];
  }

  restore(count: number | undefined, accumulated: number | undefined): void {
    invariant(count !== undefined && accumulated !== undefined, 'a Wilder average is restored from 2 numbers');
    this.#count = count;
    this.#accumulated = accumulated;
  }
}
