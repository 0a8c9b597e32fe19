import { type Cancel, type Clock, durationMs, err, invariant, ok, type Result } from '@vigia/core/kernel';

/** Why a question has no answer: whether the broker acted on it is not known. */
export type Unanswered = 'timeout' | 'connection_lost';

type Waiting<Value> = { readonly resolve: (answer: Result<Value, Unanswered>) => void; readonly cancelTimer: Cancel };

/** Questions under way, each found again by the key its answer carries. */
export class PendingRequests<Key, Value> {
  readonly #clock: Clock;
  readonly #waiting = new Map<Key, Waiting<Value>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Resolves with the answer, or with why there is none. Wait first, send then: an answer cannot overtake.
   * @throws Error if that key is being waited for already
   */
  wait(key: Key, timeoutMs: number): Promise<Result<Value, Unanswered>> {
    invariant(!this.#waiting.has(key), 'a key is waited for once at a time');
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.after(durationMs(timeoutMs), () => this.#end(key, err('timeout')));
      this.#waiting.set(key, { resolve, cancelTimer });
    });
  }

  /** Hands over an answer; false where nobody waits for it (any more). */
  settle(key: Key, value: Value): boolean {
    return this.#end(key, ok(value));
  }

  /** Nothing that was asked will be answered any more. */
  failAll(cause: Unanswered): void {
    for (const key of [...this.#waiting.keys()]) this.#end(key, err(cause));
  }

  #end(key: Key, answer: Result<Value, Unanswered>): boolean {
    const waiting = this.#waiting.get(key);
    if (!waiting) return false;
    this.#waiting.delete(key);
    waiting.cancelTimer();
    waiting.resolve(answer);
    return true;
  }
}
