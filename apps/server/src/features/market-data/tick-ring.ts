import { at, type Candle, type TickColumns } from '@vigia/core/candles';
import type { PricePoint } from './market-data.ts';

/** Ring buffer of the newest ticks of one symbol in ascending time. The buffer allocates only in the constructor. */
export class TickRing {
  readonly #capacity: number;
  readonly #timeMs: Float64Array;
  readonly #price: Float64Array;
  /** Number of ticks pushed since the last `clear`; tick n is at index n modulo the capacity. */
  #pushed = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#timeMs = new Float64Array(capacity);
    this.#price = new Float64Array(capacity);
  }

  /**
   * Adds a tick. A slightly late tick is moved to its place. Of two ticks with the same time, the one that arrives
   * later counts as newer.
   */
  push(timeMs: number, price: number): void {
    let place = this.#pushed;
    const oldest = this.#oldest;
    while (place > oldest && this.#timeAt(place - 1) > timeMs) {
      this.#write(place, this.#timeAt(place - 1), this.#priceAt(place - 1));
      place -= 1;
    }
    this.#write(place, timeMs, price);
    this.#pushed += 1;
  }

  /** Drops all ticks. Must be called if the next ticks do not continue the last ones. */
  clear(): void {
    this.#pushed = 0;
  }

  /** Returns all ticks, oldest first. */
  all(): readonly PricePoint[] {
    return Array.from({ length: this.#pushed - this.#oldest }, (_, row) => this.#pointAt(this.#oldest + row));
  }

  /**
   * Returns the earliest time from which the ring holds every tick; null if it is empty. After a tick was overwritten,
   * this is 1 ms after the oldest tick, because the overwritten tick may have had the same time.
   */
  get wholeSinceMs(): number | null {
    if (this.#pushed === 0) return null;
    const firstMs = this.#timeAt(this.#oldest);
    return this.#oldest > 0 ? firstMs + 1 : firstMs;
  }

  /** Returns the ticks with `fromMs` ≤ time < `toMs`, ascending. */
  between(fromMs: number, toMs: number): TickColumns {
    const first = this.#placeFrom(fromMs);
    const length = Math.max(0, this.#placeFrom(toMs) - first);
    const timeMs = Float64Array.from({ length }, (_, row) => this.#timeAt(first + row));
    return { length, timeMs, price: Float64Array.from({ length }, (_, row) => this.#priceAt(first + row)) };
  }

  /** Returns the last tick with time < `timeMs`; null if the ring has none. */
  lastBefore(timeMs: number): PricePoint | null {
    const place = this.#placeFrom(timeMs);
    return place === this.#oldest ? null : this.#pointAt(place - 1);
  }

  /**
   * Returns the first tick with time > `timeMs`; null if there is none, or if an earlier one may have left the ring.
   */
  firstAfter(timeMs: number): PricePoint | null {
    let low = this.#oldest;
    let high = this.#pushed;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#timeAt(middle) <= timeMs) low = middle + 1;
      else high = middle;
    }
    const isUnsure = low === this.#oldest && this.#oldest > 0;
    return low === this.#pushed || isUnsure ? null : this.#pointAt(low);
  }

  /**
   * Searches for a tick at that time. Returns `same` if a tick has this price, `other_price` if all ticks have other
   * prices, null if there is no tick.
   */
  find(timeMs: number, price: number): 'same' | 'other_price' | null {
    let found: 'other_price' | null = null;
    for (let place = this.#pushed - 1; place >= this.#oldest && this.#timeAt(place) >= timeMs; place -= 1) {
      if (this.#timeAt(place) !== timeMs) continue;
      if (this.#priceAt(place) === price) return 'same';
      found = 'other_price';
    }
    return found;
  }

  /**
   * Rebuilds a candle from the ticks of its bucket. If its first ticks have left the ring, the result keeps the
   * candle's open price and range.
   */
  candleSince(candle: Candle): Candle {
    let first = this.#pushed - 1;
    while (first > this.#oldest && this.#timeAt(first - 1) >= candle.time * 1_000) first -= 1;
    const isWhole = first > this.#oldest || this.#oldest === 0;
    let { high, low } = candle;
    for (let place = first; place < this.#pushed; place += 1) {
      high = Math.max(high, this.#priceAt(place));
      low = Math.min(low, this.#priceAt(place));
    }
    const open = isWhole ? this.#priceAt(first) : candle.open;
    return { time: candle.time, open, high, low, close: this.#priceAt(this.#pushed - 1) };
  }

  get #oldest(): number {
    return Math.max(0, this.#pushed - this.#capacity);
  }

  /** Returns the place of the first tick with time ≥ `timeMs`, or the place after the newest one. */
  #placeFrom(timeMs: number): number {
    let low = this.#oldest;
    let high = this.#pushed;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#timeAt(middle) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #write(place: number, timeMs: number, price: number): void {
    this.#timeMs[place % this.#capacity] = timeMs;
    this.#price[place % this.#capacity] = price;
  }

  #timeAt(place: number): number {
    return at(this.#timeMs, place % this.#capacity);
  }

  #priceAt(place: number): number {
    return at(this.#price, place % this.#capacity);
  }

  #pointAt(place: number): PricePoint {
    return { timeMs: this.#timeAt(place), price: this.#priceAt(place) };
  }
}
