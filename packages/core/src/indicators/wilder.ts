import { invariant } from '#kernel/index.ts';

/**
 * Wilder's smoothing, shared by ATR and RSI: the mean of the first n samples, summed in time order, then
 * `(previous·(n−1) + sample)/n` in exactly that order of operations (pcr.md §2).
 */
export class WilderAverage {
  readonly #period: number;
  /** Samples still needed before the average is defined. */
  #missing: number;
  /** Sum of the samples until n of them are in, the average from then on. */
  #accumulated = 0;

  constructor(period: number) {
    this.#period = period;
    this.#missing = period;
  }

  push(sample: number): number {
    if (this.#missing > 0) return this.#warmUp(sample);
    const period = this.#period;
    return (this.#accumulated = (this.#accumulated * (period - 1) + sample) / period);
  }

  peek(sample: number): number {
    const period = this.#period;
    if (this.#missing === 0) return (this.#accumulated * (period - 1) + sample) / period;
    return this.#missing === 1 ? (this.#accumulated + sample) / period : NaN;
  }

  get value(): number {
    return this.#missing === 0 ? this.#accumulated : NaN;
  }

  snapshot(): readonly number[] {
    return [this.#missing, this.#accumulated];
  }

  restore(missing: number | undefined, accumulated: number | undefined): void {
    invariant(missing !== undefined && accumulated !== undefined, 'a Wilder average is restored from 2 numbers');
    this.#missing = missing;
    this.#accumulated = accumulated;
  }

  /** Apart from `push`, which stays small enough for V8 to inline it everywhere. */
  #warmUp(sample: number): number {
    this.#missing -= 1;
    this.#accumulated += sample;
    if (this.#missing > 0) return NaN;
    this.#accumulated /= this.#period;
    return this.#accumulated;
  }
}
