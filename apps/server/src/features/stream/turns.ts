import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';

export type TurnsOptions<Each> = {
  readonly clock: Clock;
  /** Returns the items to visit, never an empty list. Called before each visit. */
  readonly of: () => readonly Each[];
  /** Returns the time in milliseconds in which each item is visited once. Called before each visit. */
  readonly everyMs: () => number;
  readonly visit: (each: Each) => void;
};

/**
 * Visits the items of a list in turn, spread evenly over a time, so that the work is done in small parts. A loop that
 * is late catches up, except after a suspension.
 */
export function visitInTurns<Each>({ clock, of, everyMs, visit }: TurnsOptions<Each>): Cancel {
  let turn = 0;
  let dueMs: number = clock.monotonicMs();
  let cancel: Cancel;
  const wait = () => {
    const roundMs = everyMs();
    const stepMs = roundMs / of().length;
    const nowMs = clock.monotonicMs();
    if (Math.abs(nowMs - dueMs) > roundMs) dueMs = nowMs;
    dueMs += stepMs;
    cancel = clock.after(durationMs(Math.max(0, Math.round(dueMs - nowMs))), () => {
      wait();
      const all = of();
      const each = all[turn % all.length];
      turn = (turn + 1) % all.length;
      if (each !== undefined) visit(each);
    });
  };
  wait();
  return () => cancel();
}
