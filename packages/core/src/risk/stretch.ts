import { type EpochMs, epochMs } from '#kernel/index.ts';

const MINUTE_MS = 60_000;

/** Length of a stretch after which the user must review its result (docs/spec/money-and-limits.md §6). */
export const REALITY_CHECK_AFTER_MS = 60 * MINUTE_MS;
/** Time without an order after which a stretch ends, unless its reality check is due. */
const STRETCH_IDLE_MS = 30 * MINUTE_MS;

/**
 * A stretch is a period of automation or real-money trading. It begins with the first order or with the last
 * confirmation of a reality check.
 */
export type Stretch = { readonly sinceMs: EpochMs; readonly lastOrderMs: EpochMs };

const dueAtMs = ({ sinceMs }: Stretch): number => sinceMs + REALITY_CHECK_AFTER_MS;

/**
 * Returns the stretch that runs at `nowMs`. A stretch whose reality check came due before it ended runs until the user
 * confirms it.
 */
export function runningStretch(stretch: Stretch | null, nowMs: EpochMs): Stretch | null {
  if (stretch === null) return null;
  const endsMs = stretch.lastOrderMs + STRETCH_IDLE_MS;
  return endsMs <= nowMs && endsMs < dueAtMs(stretch) ? null : stretch;
}

/** Time of the next reality check. */
export const realityCheckAtMs = (stretch: Stretch): EpochMs => epochMs(dueAtMs(stretch));

/** True while a stretch waits for the user to confirm that they have seen its result. */
export function isRealityCheckDue(stretch: Stretch | null, nowMs: EpochMs): boolean {
  const running = runningStretch(stretch, nowMs);
  return running !== null && dueAtMs(running) <= nowMs;
}

/** Returns the stretch after an order at `nowMs`: the running one, or a new one. */
export function stretchAfterOrder(stretch: Stretch | null, nowMs: EpochMs): Stretch {
  const running = runningStretch(stretch, nowMs);
  if (running === null) return { sinceMs: nowMs, lastOrderMs: nowMs };
  // If the clock was set back, the stretch must not become shorter.
  return { ...running, lastOrderMs: epochMs(Math.max(running.lastOrderMs, nowMs)) };
}
