import { type Clock, epochMs, monotonicMs } from '@vigia/core/kernel';

/** The clock of this machine, for the simulators that run in the process of the fault tests. */
export const machineClock: Clock = {
  now: () => epochMs(Date.now()),
  monotonicMs: () => monotonicMs(performance.now()),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs);
    return () => clearInterval(timer);
  },
};
