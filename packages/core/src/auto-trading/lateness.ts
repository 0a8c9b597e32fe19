import { type DurationMs, durationMs, type EpochMs } from '#kernel/index.ts';

/**
 * Longest time from a signal's entry to the acceptance of its order. The entry price of a later trade would differ from
 * that of the signal.
 */
export const ENTRY_TOLERANCE_MS = 3_000;

/**
 * Returns true if an order that is sent now would be accepted too late for its signal.
 * @param latencyMs expected time from sending to acceptance at the venue; zero when the order is accepted now
 */
export const isLate = (entryTimeMs: EpochMs, nowMs: EpochMs, latencyMs: DurationMs): boolean =>
  nowMs + latencyMs > entryTimeMs + ENTRY_TOLERANCE_MS;

const KEPT = 100;
/**
 * Age above which a measurement does not count. Without this limit, a venue that was slow once would never receive an
 * order again.
 */
const MAX_AGE_MS = 15 * 60_000;

/**
 * Measures the time that a venue takes from an order to its acceptance. It includes at most a hundred orders of the
 * last quarter of an hour.
 */
export class LatencyWindow {
  readonly #measured: { readonly atMs: EpochMs; readonly latencyMs: DurationMs }[] = [];

  add(atMs: EpochMs, latencyMs: DurationMs): void {
    this.#measured.push({ atMs, latencyMs });
    if (this.#measured.length > KEPT) this.#measured.shift();
  }

  /** Returns a percentile (nearest rank, share in (0, 1]) of the measured latencies; zero without measurements. */
  percentile(share: number, nowMs: EpochMs): DurationMs {
    const recent = this.#measured.filter(({ atMs }) => nowMs - atMs <= MAX_AGE_MS);
    const sorted = recent.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? durationMs(0);
  }
}
