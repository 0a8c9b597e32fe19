import { type DurationMs, durationMs, type EpochMs } from '#kernel/index.ts';

/**
 * Longest time from a signal's entry to the acceptance of its order. A trade opened later would no longer be the trade
 * that the signal describes.
 */
export const ENTRY_TOLERANCE_MS = 3_000;

/**
 * Whether an order that is sent now would be accepted too late for its signal.
 * @param latencyMs expected time from sending to acceptance at the venue; zero when the order is accepted now
 */
export const isLate = (entryTimeMs: EpochMs, nowMs: EpochMs, latencyMs: DurationMs): boolean =>
  nowMs + latencyMs > entryTimeMs + ENTRY_TOLERANCE_MS;

const KEPT = 100;
/**
 * Age at which a measurement no longer counts. Without this limit a venue that was slow once would never be used again.
 */
const MAX_AGE_MS = 15 * 60_000;

/**
 * Measures the time that a venue takes from an order to its acceptance, over at most a hundred orders of the last
 * quarter of an hour.
 */
export class LatencyWindow {
  readonly #measured: { readonly atMs: EpochMs; readonly latencyMs: DurationMs }[] = [];

  add(atMs: EpochMs, latencyMs: DurationMs): void {
    this.#measured.push({ atMs, latencyMs });
    if (this.#measured.length > KEPT) this.#measured.shift();
  }

  /** Returns the 95th percentile (nearest rank) of the measured latencies; zero without measurements. */
  p95(nowMs: EpochMs): DurationMs {
    const recent = this.#measured.filter(({ atMs }) => nowMs - atMs <= MAX_AGE_MS);
    const sorted = recent.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b);
    return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? durationMs(0);
  }
}
