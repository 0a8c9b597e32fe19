/** Time in milliseconds after which an unchanged price is suspicious: a live market moves in hundredths of a pip. */
const FROZEN_AFTER_MS = 60_000;
const FROZEN_TICKS = 30;

/**
 * Detects a source that keeps sending ticks with an unchanged price: its connection is alive, but its market is not.
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
   * Time in milliseconds for which the newest ticks have had the same price; null while this time is normal for a live
   * market.
   */
  get frozenForMs(): number | null {
    const heldMs = this.#lastMs - this.#sinceMs;
    return this.#ticks >= FROZEN_TICKS && heldMs >= FROZEN_AFTER_MS ? heldMs : null;
  }
}
