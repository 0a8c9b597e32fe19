import type { Clock, MonotonicMs } from '@vigia/core/kernel';

const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;

/** Retry delays for each key: 1, 2, 4, and then 5 seconds. */
export class RetryBackoff {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #tries = new Map<string, { readonly atMs: MonotonicMs; readonly waitMs: number }>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  isDue(key: string): boolean {
    const last = this.#tries.get(key);
    return last === undefined || this.#clock.monotonicMs() >= last.atMs + last.waitMs;
  }

  tried(key: string): void {
    const last = this.#tries.get(key);
    const waitMs = last === undefined ? FIRST_MS : Math.min(LONGEST_MS, last.waitMs * 2);
    this.#tries.set(key, { atMs: this.#clock.monotonicMs(), waitMs });
  }

  /** Resets the delay of a key, so its next try may be made at once. */
  forget(key: string): void {
    this.#tries.delete(key);
  }
}
