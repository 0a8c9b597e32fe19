import { type Clock, durationMs } from '@vigia/core/kernel';

/** Priority in the queue: an order, the lookup of an order of unknown outcome, everything else. */
const URGENCIES = ['order', 'records', 'ordinary'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Limits the rate of requests. Callers wait for a turn: more urgent callers first, equal ones in order of arrival. */
export interface Pacer {
  /**
   * Resolves when it is the caller's turn (`ordinary` by default); a caller with a deadline checks it again afterwards.
   */
  take(urgency?: Urgency): Promise<void>;
}

/** Creates a pacer that grants at most `burst` turns within any period of `perMs`. */
export function createPacer({ burst, perMs, clock }: { burst: number; perMs: number; clock: Clock }): Pacer {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { order: [], records: [], ordinary: [] };
  const next = (): (() => void) | undefined =>
    URGENCIES.map((urgency) => waiting[urgency])
      .find((queue) => queue.length > 0)
      ?.shift();
  let free = burst;
  const begin = (turn: () => void) => {
    free -= 1;
    clock.after(durationMs(perMs), () => {
      free += 1;
      const first = next();
      if (first) begin(first);
    });
    turn();
  };
  return {
    take: (urgency = 'ordinary') =>
      new Promise((turn) => {
        if (free > 0) begin(turn);
        else waiting[urgency].push(turn);
      }),
  };
}
