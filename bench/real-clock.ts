import { type Cancel, type Clock, type DurationMs, epochMs, monotonicMs } from '@vigia/core/kernel';

/** The clock of this machine, for simulators and sessions that run outside the server. */
export const realClock: Clock = {
  now: () => epochMs(Date.now()),
  monotonicMs: () => monotonicMs(performance.now()),
  after(delay: DurationMs, task): Cancel {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  },
  every(interval: DurationMs, task): Cancel {
    const timer = setInterval(task, interval);
    return () => clearInterval(timer);
  },
};
