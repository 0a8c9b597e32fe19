import type { ManualClock } from './manual-clock.ts';

const PACE_MS = 2;

/** Lets what is ready on the event loop run: database answers, sockets, promises. */
const realWork = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Moves the clock by `ms` in steps, with real work between them, so that timers that do I/O keep up. */
export async function advanceInSteps(clock: ManualClock, ms: number, stepMs: number): Promise<void> {
  const endMs = clock.now() + ms;
  while (clock.now() < endMs) {
    clock.advance(Math.min(stepMs, endMs - clock.now()));
    await realWork();
  }
}

/**
 * Waits for work that needs both real I/O and the clock, such as a server's start: the clock keeps real time's pace, or `times`
 * that where much of the waiting is the clock's.
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
