import {
  type Cancel,
  type Clock,
  type DurationMs,
  type EpochMs,
  epochMs,
  type MonotonicMs,
  monotonicMs,
} from '@vigia/core/kernel';

type Timer = { readonly id: number; dueMs: number; readonly intervalMs: number | null; readonly task: () => void };

/**
 * A clock with the faults of a machine's clock: the shown time can jump and drift. Timers follow the elapsed time. If
 * an interval was missed several times, its task runs once.
 */
export class WarpClock implements Clock {
  #shownMs: number;
  #passedMs = 0;
  /** Number of shown milliseconds for each real millisecond. */
  #rate = 1;
  #timers: Timer[] = [];
  #nextId = 1;
  readonly #untoldMs: () => number;

  /**
   * Creates the clock.
   * @param untoldMs returns the milliseconds since the last call of `pass`. The shown time includes them; timers run
   * only during `pass`.
   */
  constructor(startMs: number, untoldMs = (): number => 0) {
    this.#shownMs = startMs;
    this.#untoldMs = untoldMs;
  }

  now(): EpochMs {
    return epochMs(Math.floor(this.#shownMs + this.#untoldMs() * this.#rate));
  }

  monotonicMs(): MonotonicMs {
    return monotonicMs(this.#passedMs + this.#untoldMs());
  }

  after(delay: DurationMs, task: () => void): Cancel {
    return this.#add(delay, null, task);
  }

  every(interval: DurationMs, task: () => void): Cancel {
    return this.#add(interval, interval, task);
  }

  /**
   * Advances the time in one step, as after a freeze of the process. Each due timer runs once, in the order of due
   * times.
   */
  pass(ms: number): void {
    this.#passedMs += ms;
    this.#shownMs += ms * this.#rate;
    const due = this.#timers.filter((timer) => timer.dueMs <= this.#passedMs);
    for (const timer of due.toSorted((a, b) => a.dueMs - b.dueMs || a.id - b.id)) this.#fire(timer);
  }

  /** Changes the shown time. Timers ignore the change. */
  jump(ms: number): void {
    this.#shownMs += ms;
  }

  /** Sets the speed: the clock shows `rate` milliseconds for each real millisecond. */
  drift(rate: number): void {
    this.#rate = rate;
  }

  #fire(timer: Timer): void {
    if (!this.#timers.includes(timer)) return;
    if (timer.intervalMs === null) this.#timers = this.#timers.filter((other) => other !== timer);
    else timer.dueMs = Math.max(timer.dueMs + timer.intervalMs, this.#passedMs + 1);
    timer.task();
  }

  #add(delayMs: number, intervalMs: number | null, task: () => void): Cancel {
    const timer: Timer = { id: this.#nextId++, dueMs: this.#passedMs + this.#untoldMs() + delayMs, intervalMs, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }
}
