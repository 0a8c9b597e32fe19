import type { Clock } from '@vigia/core/kernel';

/** The first pause and the longest one, in milliseconds. */
export type PauseTerms = { readonly firstMs: number; readonly longestMs: number };
type Attempts = { readonly count: number; readonly lastMs: number };

/** Largest number of keys that are kept. A dropped key is due at once. */
const MAX_KEYS = 500;

/**
 * Backoff between unsuccessful attempts: each pause is twice the previous one, up to the longest. If there is no
 * attempt for twice the longest pause, the pauses start again with the first one.
 */
export class Pauses {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #terms: PauseTerms;
  readonly #attempts = new Map<string, Attempts>();

  constructor(clock: Pick<Clock, 'monotonicMs'>, terms: PauseTerms) {
    this.#clock = clock;
    this.#terms = terms;
  }

  /** Returns true if the pause of the key is over, or if there was no attempt with the key. */
  isDue(key: string): boolean {
    const tried = this.#attempts.get(key);
    if (!tried) return true;
    const pauseMs = Math.min(this.#terms.longestMs, this.#terms.firstMs * 2 ** (tried.count - 1));
    return this.#clock.monotonicMs() - tried.lastMs >= pauseMs;
  }

  /** Records the start of an attempt. */
  begin(key: string): void {
    const nowMs = this.#clock.monotonicMs();
    const { count, lastMs } = this.#attempts.get(key) ?? { count: 0, lastMs: nowMs };
    const isLongAgo = nowMs - lastMs > 2 * this.#terms.longestMs;
    this.#attempts.set(key, { count: isLongAgo ? 1 : count + 1, lastMs: nowMs });
    const oldest = this.#attempts.keys().next();
    if (this.#attempts.size > MAX_KEYS && !oldest.done) this.#attempts.delete(oldest.value);
  }

  /** Removes the pauses of a key after a successful attempt, so that the next attempt is due at once. */
  reset(key: string): void {
    this.#attempts.delete(key);
  }
}
