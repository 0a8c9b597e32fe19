/** Number of first samples to ignore. During these samples, modules are compiled and caches are filled. */
const WARM_UP = 2;
/**
 * Minimum time span in milliseconds for computing a slope. Over a shorter span, compilation and caches would look like
 * memory growth.
 */
const SPAN_MIN_MS = 90_000;
/** Maximum growth of the live heap in megabytes per minute. */
const SLOPE_MAX_MB = 3;
const MB = 1_048_576;
const MINUTE_MS = 60_000;

type Sample = { readonly atMs: number; readonly heapMb: number; readonly rssMb: number };

/** Records the memory of the process after each episode. */
export class MemoryRecorder {
  readonly #samples: Sample[] = [];

  sample(): void {
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    this.#samples.push({ atMs: performance.now(), heapMb: heapUsed / MB, rssMb: rss / MB });
  }

  /**
   * Returns the growth in megabytes per minute, computed by least squares. Returns 0 if the samples span less than
   * {@link SPAN_MIN_MS}.
   */
  slope(of: 'heapMb' | 'rssMb'): number {
    const samples = this.#samples.slice(WARM_UP);
    if ((samples.at(-1)?.atMs ?? 0) - (samples.at(0)?.atMs ?? 0) < SPAN_MIN_MS) return 0;
    const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
    const meanMs = mean(samples.map(({ atMs }) => atMs));
    const meanMb = mean(samples.map((sample) => sample[of]));
    const up = samples.reduce((sum, sample) => sum + (sample.atMs - meanMs) * (sample[of] - meanMb), 0);
    const down = samples.reduce((sum, { atMs }) => sum + (atMs - meanMs) ** 2, 0);
    return (up / down) * MINUTE_MS;
  }

  isFlat(): boolean {
    return this.slope('heapMb') <= SLOPE_MAX_MB;
  }

  text(): string {
    const { heapMb = 0, rssMb = 0 } = this.#samples.at(-1) ?? {};
    const slopes = (['heapMb', 'rssMb'] as const).map((of) => this.slope(of).toFixed(2));
    return `heap ${heapMb.toFixed(0)} MB (${slopes[0]} MB/min), rss ${rssMb.toFixed(0)} MB (${slopes[1]} MB/min)`;
  }
}
