import type { Clock, DurationMs } from '@vigia/core/kernel';

/** Tells at once that something happened, and at most once an interval for as long as it goes on happening. */
export class News {
  readonly #everyMs: DurationMs;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #tell: () => void;
  #isResting = false;
  #hasMore = false;

  constructor(everyMs: DurationMs, clock: Pick<Clock, 'after'>, tell: () => void) {
    this.#everyMs = everyMs;
    this.#clock = clock;
    this.#tell = tell;
  }

  happened(): void {
    if (this.#isResting) {
      this.#hasMore = true;
      return;
    }
    this.#isResting = true;
    this.#hasMore = false;
    this.#clock.after(this.#everyMs, () => {
      this.#isResting = false;
      if (this.#hasMore) this.happened();
    });
    this.#tell();
  }
}
