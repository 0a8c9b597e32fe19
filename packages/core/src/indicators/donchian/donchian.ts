import { at } from '#candles/index.ts';
import { invariant } from '#kernel/index.ts';
import { checkedPeriod } from '../period.ts';

/** The three lines of the channel, in price units; NaN until defined. */
export type DonchianLines = { readonly upper: number; readonly middle: number; readonly lower: number };

/**
 * The Donchian channel of the n candles before this one (docs/spec/strategies.md §2), first defined at candle n. The
 * newest candle is not part of its own channel. Its close can therefore leave the channel.
 */
export class Donchian {
  readonly #highs: Float64Array;
  readonly #lows: Float64Array;
  #next = 0;
  #count = 0;
  #upper = NaN;
  #lower = NaN;

  /** @throws RangeError unless `period` is an integer ≥ 1. */
  constructor(period: number) {
    this.#highs = new Float64Array(checkedPeriod(period));
    this.#lows = new Float64Array(period);
  }

  /** Adds the next closed candle; returns the middle of its channel, NaN until defined. */
  push(high: number, low: number): number {
    this.#measure();
    this.#highs[this.#next] = high;
    this.#lows[this.#next] = low;
    this.#next = (this.#next + 1) % this.#highs.length;
    if (this.#count < this.#highs.length) this.#count += 1;
    return this.middle;
  }

  /** Returns the channel of the forming candle; the state does not change. */
  peek(): DonchianLines {
    const [upper, lower] = [this.#upper, this.#lower];
    this.#measure();
    const lines = { upper: this.upper, middle: this.middle, lower: this.lower };
    this.#upper = upper;
    this.#lower = lower;
    return lines;
  }

  get upper(): number {
    return this.#upper;
  }

  get middle(): number {
    return (this.#upper + this.#lower) / 2;
  }

  get lower(): number {
    return this.#lower;
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    const isDefined = !Number.isNaN(this.#upper);
    const lines = isDefined ? [1, this.#upper, this.#lower] : [0, 0, 0];
    return [this.#next, this.#count, ...lines, ...this.#highs, ...this.#lows];
  }

  /** Restores a channel from the snapshot of a channel with the same period. */
  restore([next = 0, count = 0, isDefined, upper = 0, lower = 0, ...prices]: readonly number[]): void {
    const period = this.#highs.length;
    invariant(prices.length === 2 * period, `a Donchian snapshot holds 5 + 2 · ${period} numbers`);
    this.#next = next;
    this.#count = count;
    this.#upper = isDefined === 1 ? upper : NaN;
    this.#lower = isDefined === 1 ? lower : NaN;
    this.#highs.set(prices.slice(0, period));
    this.#lows.set(prices.slice(period));
  }

  #measure(): void {
    if (this.#count < this.#highs.length) return;
    let upper = -Infinity;
    let lower = Infinity;
    for (let slot = 0; slot < this.#highs.length; slot += 1) {
      upper = Math.max(upper, at(this.#highs, slot));
      lower = Math.min(lower, at(this.#lows, slot));
    }
    this.#upper = upper;
    this.#lower = lower;
  }
}
