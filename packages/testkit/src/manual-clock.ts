import {
  type Cancel,
  type Clock,
  type DurationMs,
  type EpochMs,
  epochMs,
  type MonotonicMs,
  monotonicMs,
} from '@vigia/core/kernel';

type Timer = { id: number; dueMs: number; intervalMs: number | null; task: () => void };

/** A clock that advances only on request of a test. It fires due timers in order of their due time. */
export class ManualClock implements Clock {
  #nowMs: number;
  #jumpedMs = 0;
  #timers: Timer[] = [];
  #nextId = 1;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now(): EpochMs {
    return epochMs(this.#nowMs + this.#jumpedMs);
  }

  monotonicMs(): MonotonicMs {
    return monotonicMs(this.#nowMs);
  }

  after(delay: DurationMs, task: () => void): Cancel {
    return this.#add(delay, null, task);
  }

  every(interval: DurationMs, task: () => void): Cancel {
    return this.#add(interval, interval, task);
  }

  /** Advances time by `ms` and fires every timer that falls due. */
  advance(ms: number): void {
    const targetMs = this.#nowMs + ms;
    for (let timer = this.#nextDue(targetMs); timer; timer = this.#nextDue(targetMs)) {
      this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
      if (timer.intervalMs === null) this.#remove(timer.id);
      else timer.dueMs += timer.intervalMs;
      timer.task();
    }
    this.#nowMs = targetMs;
  }

  /** Shifts the wall clock by `ms` (negative: back), like a user or NTP. Timers neither fire nor move. */
  jump(ms: number): void {
    this.#jumpedMs += ms;
  }

  #add(delayMs: number, intervalMs: number | null, task: () => void): Cancel {
    const id = this.#nextId++;
    this.#timers.push({ id, dueMs: this.#nowMs + delayMs, intervalMs, task });
    return () => this.#remove(id);
  }

  #remove(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  #nextDue(targetMs: number): Timer | undefined {
    return this.#timers
      .filter((timer) => timer.dueMs <= targetMs)
      .toSorted((a, b) => a.dueMs - b.dueMs || a.id - b.id)
      .at(0);
  }
}
