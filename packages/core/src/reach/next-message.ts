/**
 * Number of messages to one receiver within {@link BURST_MS}; further notifications are then combined into one message.
 */
export const MAX_SINGLE_MESSAGES = 3;
export const BURST_MS = 60_000;

/** Notifications to one receiver, in their order, and when the latest messages to that receiver were sent. */
export type WaitingNotifications = {
  readonly nowMs: number;
  /** Time from which each waiting notification may be sent; in order and never decreasing. */
  readonly releasesMs: readonly number[];
  /** Times of the messages that were sent within the last {@link BURST_MS}. */
  readonly sentMs: readonly number[];
  /** Whether all notifications that may be sent become one message. */
  readonly isDaily: boolean;
};

/** `send`: the first `count` notifications are sent as one message. `wait`: nothing may be sent before `untilMs`. */
export type NextMessage =
  | { readonly kind: 'send'; readonly count: number }
  | { readonly kind: 'wait'; readonly untilMs: number };

/**
 * Decides the next message to a receiver: each notification alone while they are few, and one message of all of them in
 * a burst. If further notifications become due less than a minute after single messages were sent, they wait until a
 * minute after the first of these messages. Call this only while a notification is waiting.
 */
export function nextMessage({ nowMs, releasesMs, sentMs, isDaily }: WaitingNotifications): NextMessage {
  const released = releasesMs.filter((atMs) => atMs <= nowMs).length;
  if (released === 0) return { kind: 'wait', untilMs: releasesMs[0] ?? nowMs + BURST_MS };
  if (isDaily) return { kind: 'send', count: released };
  const recent = sentMs.filter((atMs) => atMs > nowMs - BURST_MS && atMs <= nowMs);
  if (released + recent.length <= MAX_SINGLE_MESSAGES) return { kind: 'send', count: 1 };
  if (recent.length === 0) return { kind: 'send', count: released };
  return { kind: 'wait', untilMs: Math.min(...recent) + BURST_MS };
}
