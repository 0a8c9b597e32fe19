import { type Clock, durationMs } from '@vigia/core/kernel';

/** Hands out turns, first come first served. */
export interface Pacer {
  /** Resolves when it is the caller's turn; whoever has a dead-line looks at it again afterwards. */
  take(): Promise<void>;
}

/** At most `burst` turns begin within any stretch of `perMs`. */
export function createPacer({ burst, perMs, clock }: { burst: number; perMs: number; clock: Clock }): Pacer {
  const waiting: (() => void)[] = [];
  let free = burst;
  const begin = (turn: () => void) => {
    free -= 1;
    clock.after(durationMs(perMs), () => {
      free += 1;
      const next = waiting.shift();
      if (next) begin(next);
    });
    turn();
  };
  return {
    take: () =>
      new Promise((turn) => {
        if (free > 0) begin(turn);
        else waiting.push(turn);
      }),
  };
}
