import type { Clock } from '@vigia/core/kernel';

const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;

/** Retry delays by key: 1, 2, 4 … at most 5 seconds. */
export class Backoff {
  readonly #clock: Clock;
  readonly #tries = new Map<string, { readonly atMs: number; readonly waitMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isDue(key: string): boolean {
    const last = this.#tries.get(key);
    return last === undefined || this.#clock.now() >= last.atMs + last.waitMs;
  }

  tried(key: string): void {
    const last = this.#tries.get(key);
    const waitMs = last === undefined ? FIRST_MS : Math.min(LONGEST_MS, last.waitMs * 2);
    this.#tries.set(key, { atMs: this.#clock.now(), waitMs });
  }

  /** Allows the next try at once. */
  forget(key: string): void {
    this.#tries.delete(key);
  }
}
