import { type Cancel, type Clock, type DurationMs, epochMs, monotonicMs } from '@vigia/core/kernel';

type Timer = { readonly id: number; dueMs: number; readonly intervalMs: number | null; readonly task: () => void };

/** Number of turns of the event loop within which loopback sockets deliver everything that was sent. */
const QUIET_TURNS = 12;
const STEP_MS = 50;

/**
 * A clock that starts at the time of a recording. It advances to the next timer as soon as no work is left at the
 * current time.
 */
export class VirtualClock implements Clock {
  #nowMs: number;
  #timers: Timer[] = [];
  #nextId = 1;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now() {
    return epochMs(this.#nowMs);
  }

  monotonicMs() {
    return monotonicMs(this.#nowMs);
  }

  after(delay: DurationMs, task: () => void): Cancel {
    return this.#add(delay, null, task);
  }

  every(interval: DurationMs, task: () => void): Cancel {
    return this.#add(interval, interval, task);
  }

  /**
   * Advances time until the work settles.
   * @throws Error if the work does not settle within `withinMs` of this clock
   */
  async runUntil<Value>(work: Promise<Value>, withinMs: number): Promise<Value> {
    const state = { isDone: false };
    const done = () => {
      state.isDone = true;
    };
    work.then(done, done);
    const endMs = this.#nowMs + withinMs;
    for (await quiet(); !state.isDone; await quiet()) {
      if (this.#nowMs >= endMs) throw new Error('the replay does not end');
      this.#advance(STEP_MS);
    }
    return work;
  }

  #advance(ms: number): void {
    const targetMs = this.#nowMs + ms;
    for (let timer = this.#nextDue(targetMs); timer; timer = this.#nextDue(targetMs)) {
      this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
      if (timer.intervalMs === null) this.#remove(timer.id);
      else timer.dueMs += timer.intervalMs;
      timer.task();
    }
    this.#nowMs = targetMs;
  }

  #nextDue(targetMs: number): Timer | undefined {
    const due = this.#timers.filter(({ dueMs }) => dueMs <= targetMs);
    return due.toSorted((a, b) => a.dueMs - b.dueMs || a.id - b.id).at(0);
  }

  #add(delayMs: number, intervalMs: number | null, task: () => void): Cancel {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#timers.push({ id, dueMs: this.#nowMs + Math.max(0, delayMs), intervalMs, task });
    return () => this.#remove(id);
  }

  #remove(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }
}

async function quiet(): Promise<void> {
  // oxlint-disable-next-line no-restricted-globals -- pending promises run, and no time of this clock passes
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
