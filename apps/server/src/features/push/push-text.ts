import type { NotificationKind } from '@vigia/contract';
import type { OutgoingMessage } from '../notifications/index.ts';

/** A message to a browser: its text as JSON. */
export type PushText = {
  readonly text: string;
  /** Time in seconds for which the push service stores the message for a browser that is offline. */
  readonly ttlS: number;
  /** Topic of at most 32 letters of base64url. A newer message replaces an undelivered one with the same topic. */
  readonly topic: string;
};

const HOUR_S = 3_600;
/** Kinds that a browser which was offline for an hour need not show any more. */
const SHORT_LIVED: ReadonlySet<NotificationKind> = new Set([
  'trade_ended',
  'automation_opened',
  'automation_refused',
  'automation_resting',
]);

/**
 * Returns the push message of an outgoing message. A push service keeps it until it expires, an hour at most if it is
 * short-lived.
 */
export function pushMessageOf({ id, summary, items, expiresMs }: OutgoingMessage, nowMs: number): PushText {
  const leftS = Math.max(1, Math.ceil((expiresMs - nowMs) / 1_000));
  const isShort = items.length > 0 && items.every(({ view }) => SHORT_LIVED.has(view.kind));
  const ttlS = isShort ? Math.min(leftS, HOUR_S) : leftS;
  return { text: JSON.stringify(summary), ttlS, topic: id.replaceAll('-', '') };
}
