import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';

export type TurnsOptions<Each> = {
  readonly clock: Clock;
  /** Who is visited; asked anew before each visit, and never empty. */
  readonly of: () => readonly Each[];
  /** In what time each of them is visited once; asked anew before each visit. */
  readonly everyMs: () => number;
  readonly visit: (each: Each) => void;
};

/**
 * Visits each of a list in turn, evenly spread over a time, so that a long list is a little work often. Begun again by each
 * visit: a loop that is late catches up, but after a standstill, or when the clock is set, nothing is made up for.
 */
export function takeTurns<Each>({ clock, of, everyMs, visit }: TurnsOptions<Each>): Cancel {
  let turn = 0;
  let dueMs: number = clock.now();
  let cancel: Cancel;
  const wait = () => {
    const roundMs = everyMs();
    const stepMs = roundMs / of().length;
    const nowMs = clock.now();
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
