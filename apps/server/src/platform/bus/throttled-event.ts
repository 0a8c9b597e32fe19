import type { Clock, DurationMs } from '@vigia/core/kernel';

/** Calls its handler at the first trigger, and at most once per interval while triggers continue. */
export class ThrottledEvent {
  readonly #everyMs: DurationMs;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #callback: () => void;
  #isResting = false;
  #hasMore = false;

  constructor(everyMs: DurationMs, clock: Pick<Clock, 'after'>, callback: () => void) {
    this.#everyMs = everyMs;
    this.#clock = clock;
    this.#callback = callback;
  }

  trigger(): void {
    if (this.#isResting) {
      this.#hasMore = true;
      return;
    }
    this.#isResting = true;
    this.#hasMore = false;
    this.#clock.after(this.#everyMs, () => {
      this.#isResting = false;
      if (this.#hasMore) this.trigger();
    });
    this.#callback();
  }
}
