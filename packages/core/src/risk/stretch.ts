import { type EpochMs, epochMs } from '#kernel/index.ts';

const MINUTE_MS = 60_000;

/** After so long a stretch is looked at by the person (docs/spec/money-and-limits.md §6). */
export const REALITY_CHECK_AFTER_MS = 60 * MINUTE_MS;
/** So long without an order, and a stretch that is not due has ended. */
const STRETCH_IDLE_MS = 30 * MINUTE_MS;

/** Automation, or trading with real money, that goes on: since its first order or the last confirmation. */
export type Stretch = { readonly sinceMs: EpochMs; readonly lastOrderMs: EpochMs };

const dueAtMs = ({ sinceMs }: Stretch): number => sinceMs + REALITY_CHECK_AFTER_MS;

/** The stretch that runs at `nowMs`. One that came due before it had been idle for long runs until it is confirmed. */
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

/** The stretch after an order of it at `nowMs`: the one that runs, or a new one. */
export function stretchAfterOrder(stretch: Stretch | null, nowMs: EpochMs): Stretch {
  const running = runningStretch(stretch, nowMs);
  if (running === null) return { sinceMs: nowMs, lastOrderMs: nowMs };
  // A clock that was set back makes no stretch shorter.
  return { ...running, lastOrderMs: epochMs(Math.max(running.lastOrderMs, nowMs)) };
}
