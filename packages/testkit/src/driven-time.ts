import type { ManualClock } from './manual-clock.ts';

const PACE_MS = 2;

/** Lets pending work of the event loop run: database answers, sockets, promises. */
const realWork = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Advances the clock by `ms` in steps with real I/O between them, so that timers that do I/O keep pace. */
export async function advanceInSteps(clock: ManualClock, ms: number, stepMs: number): Promise<void> {
  const endMs = clock.now() + ms;
  while (clock.now() < endMs) {
    clock.advance(Math.min(stepMs, endMs - clock.now()));
    await realWork();
  }
}

/**
 * Waits for work that needs both real I/O and the clock, such as a server's start. The clock runs at the speed of real
 * time, or `times` as fast if most of the wait depends on the clock.
 */
export async function whileTimeCreeps<Value>(clock: ManualClock, work: Promise<Value>, times = 1): Promise<Value> {
  const state = { isSettled: false };
  const settle = () => {
    state.isSettled = true;
  };
  work.then(settle, settle);
  while (!state.isSettled) {
    clock.advance(PACE_MS * times);
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  return work;
}
