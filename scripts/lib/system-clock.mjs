/** The kernel's `Clock` with the time of this machine, for the command-line scripts. */
export const systemClock = {
  now: () => Date.now(),
  /** @param {number} delay @param {() => void} task */
  after(delay, task) {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  },
  /** @param {number} interval @param {() => void} task */
  every(interval, task) {
    const timer = setInterval(task, interval);
    return () => clearInterval(timer);
  },
};
