import { type Clock, durationMs } from '@vigia/core/kernel';

/** Who waits goes by what depends on it: an order, the records an order in doubt is looked up in, everything else. */
const URGENCIES = ['order', 'records', 'ordinary'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Hands out turns: the more urgent first, among equals first come, first served. */
export interface Pacer {
  /** Resolves when it is the caller's turn (`ordinary` by default); whoever has a dead-line looks at it again afterwards. */
  take(urgency?: Urgency): Promise<void>;
}

/** At most `burst` turns begin within any stretch of `perMs`. */
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
