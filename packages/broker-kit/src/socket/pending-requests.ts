import { type Cancel, type Clock, durationMs, err, invariant, ok, type Result } from '@vigia/core/kernel';

/** The reason why a request has no response. Whether the broker executed it is unknown. */
export type NoResponseReason = 'timeout' | 'connection_lost';

type Waiting<Value> = {
  readonly resolve: (answer: Result<Value, NoResponseReason>) => void;
  readonly cancelTimer: Cancel;
};

/** Pending requests by the key that their response contains. */
export class PendingRequests<Key, Value> {
  readonly #clock: Clock;
  readonly #waiting = new Map<Key, Waiting<Value>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits for a response and resolves with it, or with the reason why there is none. The caller must call this method
   * before it sends the request, so that no response arrives too early.
   * @throws Error if a request with that key is already pending
   */
  wait(key: Key, timeoutMs: number): Promise<Result<Value, NoResponseReason>> {
    invariant(!this.#waiting.has(key), 'a key is waited for once at a time');
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.after(durationMs(timeoutMs), () => this.#end(key, err('timeout')));
      this.#waiting.set(key, { resolve, cancelTimer });
    });
  }

  /** Delivers a response; returns false if no request waits for it. */
  settle(key: Key, value: Value): boolean {
    return this.#end(key, ok(value));
  }

  /** Ends all pending requests without a response. */
  failAll(cause: NoResponseReason): void {
    for (const key of Array.from(this.#waiting.keys())) this.#end(key, err(cause));
  }

  #end(key: Key, answer: Result<Value, NoResponseReason>): boolean {
    const waiting = this.#waiting.get(key);
    if (!waiting) return false;
    this.#waiting.delete(key);
    waiting.cancelTimer();
    waiting.resolve(answer);
    return true;
  }
}
