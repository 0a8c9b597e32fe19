import type { PcrDebug } from '@vigia/contract';

export type DebugEvent = PcrDebug['events'][number];

/** Events kept on the screen. */
export const EVENTS_KEPT = 300;

/** The log with new events, each number once, newest last; the oldest leave. */
export function mergeEvents(log: readonly DebugEvent[], added: readonly DebugEvent[]): DebugEvent[] {
  const last = log.at(-1)?.number ?? 0;
  return [...log, ...added.filter(({ number }) => number > last)].slice(-EVENTS_KEPT);
}

/** An event's detail as one line: `close 1.08571, color green`. */
export const detailText = (detail: DebugEvent['detail']): string =>
  Object.entries(detail)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
