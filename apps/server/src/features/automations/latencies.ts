const KEPT = 256;

/** Durations of the latest evaluations in milliseconds. */
export class EvaluationLatencies {
  readonly #last = new Float64Array(KEPT);
  #count = 0;

  add(elapsedMs: number): void {
    this.#last[this.#count % KEPT] = elapsedMs;
    this.#count += 1;
  }

  /** Returns the percentiles and the maximum; null before the first measurement. */
  summary(): { p50: number; p99: number; max: number } | null {
    const kept = Math.min(this.#count, KEPT);
    if (kept === 0) return null;
    const sorted = this.#last.subarray(0, kept).toSorted();
    const quantile = (share: number): number => sorted[Math.min(kept - 1, Math.floor(share * kept))] ?? 0;
    return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
  }
}
