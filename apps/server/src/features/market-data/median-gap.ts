import { at } from '@vigia/core/candles';

const WINDOW = 63;
const FACTOR = 5;
const MINIMUM_MS = 3_000;

/**
 * Median time between the newest ticks of one symbol. The window is bounded, so the median adapts to a feed that slows
 * down.
 */
export class MedianGap {
  readonly #gapsMs = new Float64Array(WINDOW);
  #count = 0;

  observe(gapMs: number): void {
    this.#gapsMs[this.#count % WINDOW] = gapMs;
    this.#count += 1;
  }

  /** Returns the median gap in milliseconds; 0 before the first gap. */
  get medianMs(): number {
    const filled = Math.min(this.#count, WINDOW);
    if (filled === 0) return 0;
    const sorted = this.#gapsMs.slice(0, filled).sort();
    return at(sorted, filled >>> 1);
  }

  /** Returns the age in milliseconds from which the last tick counts as stale: max(5 × median gap, 3 s). */
  get staleAfterMs(): number {
    return Math.max(FACTOR * this.medianMs, MINIMUM_MS);
  }
}
