import type { PcrDebug } from '@vigia/contract';

export type DebugEvent = PcrDebug['events'][number];

/** Number of events kept on the screen. */
export const EVENTS_KEPT = 300;

/**
 * Adds events to the log. Each event number is added once, the newest last. The oldest events above the limit are
 * dropped.
 */
export function mergeEvents(log: readonly DebugEvent[], added: readonly DebugEvent[]): DebugEvent[] {
  const last = log.at(-1)?.number ?? 0;
  return [...log, ...added.filter(({ number }) => number > last)].slice(-EVENTS_KEPT);
}

/** Formats the details of an event as one line: `close 1.08571, color green`. */
export const detailText = (detail: DebugEvent['detail']): string =>
  Object.entries(detail)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
