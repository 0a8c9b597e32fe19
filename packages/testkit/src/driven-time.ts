import type { ManualClock } from './manual-clock.ts';

const PACE_MS = 2;

/** Waits until pending work of the event loop has run: database responses, sockets, promises. */
const realWork = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Advances the clock by `ms` in steps. Between the steps real I/O can finish, so that timers with I/O work stay on
 * schedule.
 */
export async function advanceInSteps(clock: ManualClock, ms: number, stepMs: number): Promise<void> {
  const endMs = clock.now() + ms;
  while (clock.now() < endMs) {
    clock.advance(Math.min(stepMs, endMs - clock.now()));
    await realWork();
  }
}

/**
 * Waits for work that needs both real I/O and the clock, such as a server's start. The clock runs at the speed of real
 * time. If most of the wait depends on the clock, the caller can make the clock run `times` as fast.
 */
export async function withClockAtRealSpeed<Value>(clock: ManualClock, work: Promise<Value>, times = 1): Promise<Value> {
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
