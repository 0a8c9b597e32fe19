import { type Cancel, type Clock, type DurationMs, epochMs, monotonicMs } from '@vigia/core/kernel';

/** Longest delay of setTimeout. It counts in 32 bits, and fires immediately for a longer delay. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The real clock. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => epochMs(Date.now()),

  monotonicMs: () => monotonicMs(performance.now()),

  after(delay: DurationMs, task: () => void): Cancel {
    const timer = setTimeout(task, Math.min(delay, LONGEST_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  },

  every(interval: DurationMs, task: () => void): Cancel {
    const timer = setInterval(task, Math.min(interval, LONGEST_TIMER_MS)).unref();
    return () => clearInterval(timer);
  },
};
