/** The reason why a tick was dropped. */
export const TICK_FAULTS = ['not_a_price', 'not_a_time', 'future', 'out_of_order', 'duplicate', 'absurd_jump'] as const;
export type TickFault = (typeof TICK_FAULTS)[number];

/** Limits of the filter, each with its reason. */
export const TICK_LIMITS = {
  /**
   * Largest time, in milliseconds, by which a tick may be ahead of the clock. Clocks of a source and of the server
   * differ slightly.
   */
  futureMs: 5_000,
  /**
   * Largest change between neighbouring ticks, as a fraction. A misplaced decimal point or a zero quote exceeds it.
   * Real markets, including the franc in January 2015 and crypto crashes, needed many ticks for such a change.
   */
  jumpRatio: 0.2,
  /**
   * Number of consecutive ticks at a new level after which the level counts as real. A weekend or a redenomination can
   * cause a new level. Fewer ticks count as errors.
   */
  jumpConfirmations: 3,
} as const;

/** Filters one symbol's feed: decides for each tick whether to accept it. */
export class BadTickFilter {
  #lastTimeMs = -Infinity;
  #lastPrice = 0;
  #jumpPrice = 0;
  #jumpCount = 0;

  /**
   * Checks a tick (epoch milliseconds) at the time `nowMs`.
   * @returns null for a good tick, with which later ticks are compared; else the reason for dropping it.
   */
  reject(timeMs: number, price: number, nowMs: number): TickFault | null {
    const fault = this.#faultOf(timeMs, price, nowMs);
    if (fault !== null) return fault;
    this.#lastTimeMs = timeMs;
    this.#lastPrice = price;
    this.#jumpCount = 0;
    return null;
  }

  #faultOf(timeMs: number, price: number, nowMs: number): TickFault | null {
    if (!(price > 0 && price < Infinity)) return 'not_a_price';
    if (!Number.isFinite(timeMs) || timeMs < 0) return 'not_a_time';
    if (timeMs > nowMs + TICK_LIMITS.futureMs) return 'future';
    if (timeMs < this.#lastTimeMs) return 'out_of_order';
    if (timeMs === this.#lastTimeMs && price === this.#lastPrice) return 'duplicate';
    return this.#lastPrice > 0 && isJump(this.#lastPrice, price) && !this.#confirms(price) ? 'absurd_jump' : null;
  }

  #confirms(price: number): boolean {
    this.#jumpCount = this.#jumpCount > 0 && !isJump(this.#jumpPrice, price) ? this.#jumpCount + 1 : 1;
    this.#jumpPrice = price;
    return this.#jumpCount >= TICK_LIMITS.jumpConfirmations;
  }
}

const isJump = (from: number, to: number): boolean => Math.abs(to - from) > TICK_LIMITS.jumpRatio * from;
