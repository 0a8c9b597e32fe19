import type { OutboxRow } from './outbox.repository.ts';

/** Delays after failed attempts, in milliseconds. The last one repeats. */
export const RETRY_MS = [5_000, 30_000, 120_000, 600_000] as const;

const HOUR_S = 3_600;
/** Kinds that a browser which was offline for an hour need not show any more. */
const SHORT_LIVED: ReadonlySet<string> = new Set([
  'trade_ended',
  'automation_opened',
  'automation_refused',
  'automation_resting',
]);

/**
 * Returns the time in seconds for which a push service stores the message of these rows, at least one: until the last
 * of them expires, and an hour at most if all of them are short-lived.
 */
export function pushTtlS(rows: readonly OutboxRow[], nowMs: number): number {
  const leftS = Math.ceil((Math.max(...rows.map((row) => row.expires_at.getTime())) - nowMs) / 1_000);
  const isShort = rows.every(({ notification }) => notification !== null && SHORT_LIVED.has(notification.kind));
  return Math.max(1, isShort ? Math.min(leftS, HOUR_S) : leftS);
}
