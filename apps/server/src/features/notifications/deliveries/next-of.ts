import { type NextMessage, nextMessage, type ReleaseRules, releaseUnder } from '@vigia/core/reach';
import type { DeliverySettings, OutboxRow, ReceiverLane } from './outbox.repository.ts';

/** A receiver with everything that decides its next message. */
export type ReceiverQueue = {
  readonly lane: ReceiverLane;
  readonly rows: readonly OutboxRow[];
  readonly sentMs: readonly number[];
  readonly settings: DeliverySettings;
};

/** Returns the rows of the next message, or how long to wait for it; null if no row is left. */
export function nextMessageOf(
  { lane, rows, sentMs, settings }: ReceiverQueue,
  nowMs: number,
): { readonly kind: 'send'; readonly rows: readonly OutboxRow[] } | Extract<NextMessage, { kind: 'wait' }> | null {
  const [head] = rows;
  if (head === undefined) return null;
  // A message that was tried before is repeated as it was.
  if (head.message_id !== null) {
    return { kind: 'send', rows: rows.filter((row) => row.message_id === head.message_id) };
  }
  // Rows after one that is on its way belong to a later message, even if they were committed late.
  const tried = rows.findIndex((row) => row.message_id !== null);
  const fresh = tried === -1 ? rows : rows.slice(0, tried);
  const rules = lane.is_urgent ? null : rulesOf(lane, settings);
  const mutedUntilMs = lane.is_urgent ? 0 : (lane.muted_until?.getTime() ?? 0);
  const allowed = rules === null ? (atMs: number) => atMs : releaseUnder(rules);
  const release = (atMs: number) => Math.max(allowed(atMs), mutedUntilMs);
  // A time of a clock that was wrongly ahead counts as now.
  const createdMs = fresh.map((row) => Math.min(row.created_at.getTime(), nowMs));
  const releasesMs = createdMs.map(release);
  const next = nextMessage({ nowMs, releasesMs, sentMs, isDaily: rules?.isDaily ?? false });
  return next.kind === 'wait' ? next : { kind: 'send', rows: fresh.slice(0, next.count) };
}

function rulesOf(lane: ReceiverLane, settings: DeliverySettings): ReleaseRules {
  const { time_zone: timeZone, quiet_from: fromMinute, quiet_to: toMinute } = settings;
  const quiet = fromMinute === null || toMinute === null ? null : { fromMinute, toMinute };
  return { timeZone, quiet, isDaily: lane.channel === 'email' && settings.email_daily };
}
