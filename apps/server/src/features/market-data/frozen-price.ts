/** Time in milliseconds for which a live market, which moves in hundredths of a pip, does not repeat one price. */
const FROZEN_AFTER_MS = 60_000;
const FROZEN_TICKS = 30;

/**
 * Detects a source that keeps sending ticks whose price no longer moves: the connection is alive, the market is not.
 */
export class FrozenPrice {
  #price = 0;
  #sinceMs = 0;
  #ticks = 0;
  #lastMs = 0;

  observe(timeMs: number, price: number): void {
    if (price !== this.#price) {
      this.#price = price;
      this.#sinceMs = timeMs;
      this.#ticks = 0;
    }
    this.#ticks += 1;
    this.#lastMs = timeMs;
  }

  /**
   * Time for which the newest ticks have had one price, in milliseconds; null if such a time is normal for a live
   * market.
   */
  get frozenForMs(): number | null {
    const heldMs = this.#lastMs - this.#sinceMs;
    return this.#ticks >= FROZEN_TICKS && heldMs >= FROZEN_AFTER_MS ? heldMs : null;
  }
}
