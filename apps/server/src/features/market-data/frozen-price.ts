/** A market that moves in hundredths of a pip does not quote one price for so long, tick after tick. */
const FROZEN_AFTER_MS = 60_000;
const FROZEN_TICKS = 30;

/** Notices a source that goes on ticking with a price that no longer moves: its line is alive, its market is not. */
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

  /** For how long the newest ticks have all carried one price, once that is no market any more; else null. */
  get frozenForMs(): number | null {
    const heldMs = this.#lastMs - this.#sinceMs;
    return this.#ticks >= FROZEN_TICKS && heldMs >= FROZEN_AFTER_MS ? heldMs : null;
  }
}
