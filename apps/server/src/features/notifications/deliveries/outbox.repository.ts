import type { ReachChannel } from '@vigia/contract';
import { MAX_RETRY_WAIT_MS } from '#platform/outbox/outbox-worker.ts';
import type { WaitingCount } from '#platform/outbox/register-outbox-metrics.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { NotificationRow } from '../notification.repository.ts';
import type { PortChannel } from './ports.ts';

/** The receiver of messages: a browser, chat, webhook or mailbox, for urgent or for other notifications. */
export type ReceiverLane = {
  readonly user_id: string;
  readonly channel: ReachChannel;
  readonly target: string;
  readonly is_urgent: boolean;
  /** Time until which a receiver wants no messages that are not urgent; null if it is not muted. */
  readonly muted_until: Date | null;
};

/** A waiting row, with its notification unless it is a test message. */
export type OutboxRow = {
  readonly id: number;
  readonly target: string;
  readonly is_urgent: boolean;
  readonly message_id: string | null;
  readonly attempts: number;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly notification: NotificationRow | null;
};

/** The choices of a user for messages, and the address of their mails. */
export type DeliverySettings = {
  readonly user_id: string;
  readonly time_zone: string;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly email_daily: boolean;
  readonly address: string | null;
};

/**
 * Time in milliseconds for which a claim is valid. It is longer than the timeout of each receiver, so a claim lasts
 * until its delivery has ended.
 */
export const CLAIM_MS = 60_000;
/** Receivers that one transaction claims. */
const LANES_MOST = 100;
/** Time in milliseconds after which a test message is given up. */
const TEST_MS = 300_000;
/** Notifications that one message contains at most. */
const ROWS_MOST = 200;

/**
 * Returns SQL for the first waiting row of the receiver of `h`. It is a subquery with a limit, so that the planner
 * looks it up by index for each row. As an anti-join it took ten seconds for a burst of 10,000 rows until the first
 * ANALYZE.
 */
const firstWaiting = (sql: Sql) => sql`
  (SELECT e.id, e.due_at, e.message_id FROM notification_outbox e
   WHERE e.target = h.target AND e.is_urgent = h.is_urgent AND e.state = 'waiting' ORDER BY e.id LIMIT 1)`;

/**
 * Locks receivers whose first waiting row is due, webhooks only on request. The first row decides, so a later one never
 * overtakes it: a row that is being sent or retried holds back those behind it.
 */
export const lockDueReceivers = (tx: Transaction, nowMs: number, withWebhooks: boolean) => tx<ReceiverLane[]>`
  SELECT h.user_id, h.channel, h.target, h.is_urgent, r.muted_until
  FROM notification_outbox h CROSS JOIN LATERAL ${firstWaiting(tx)} f
  LEFT JOIN notification_receivers r ON r.id = h.receiver_id
  WHERE h.state = 'waiting' AND (h.due_at <= ${new Date(nowMs)} OR h.due_at > ${new Date(nowMs + MAX_RETRY_WAIT_MS)})
    AND (${withWebhooks}::boolean OR h.channel <> 'webhook') AND f.id = h.id
  ORDER BY h.due_at LIMIT ${LANES_MOST} FOR UPDATE OF h SKIP LOCKED`;

/** Rows that one transaction defers. */
const DEFERRED_MOST = 2_000;

/**
 * Gives due rows behind a first row that waits for its release the time of that row. Otherwise every search for due
 * rows would look at all of them again, also while a burst or quiet hours hold thousands of rows back.
 */
export const deferRowsBehind = (tx: Transaction, nowMs: number) => tx`
  UPDATE notification_outbox b SET due_at = w.due_at
  FROM (
    SELECT h.id, f.due_at FROM notification_outbox h CROSS JOIN LATERAL ${firstWaiting(tx)} f
    WHERE h.state = 'waiting' AND h.due_at <= ${new Date(nowMs)} AND f.id < h.id AND f.message_id IS NULL
      AND f.due_at > ${new Date(nowMs)} AND f.due_at <= ${new Date(nowMs + MAX_RETRY_WAIT_MS)}
    ORDER BY h.due_at LIMIT ${DEFERRED_MOST} FOR UPDATE OF h SKIP LOCKED) w
  WHERE b.id = w.id`;

const targetsOf = (lanes: readonly ReceiverLane[]) => lanes.map(({ target }) => target);

/** Reads at most {@link ROWS_MOST} waiting rows of each receiver and urgency, by id. */
export async function readWaiting(tx: Transaction, lanes: readonly ReceiverLane[]): Promise<OutboxRow[]> {
  const rows = await tx<(OutboxRow & { n_id: number | null } & Omit<NotificationRow, 'id' | 'created_at'>)[]>`
    SELECT o.id, o.target, o.is_urgent, o.message_id, o.attempts, o.expires_at, o.created_at,
           n.id AS n_id, o.user_id, n.kind, n.subject, n.params, n.read_at
    FROM unnest(${targetsOf(lanes)}::uuid[], ${lanes.map((lane) => lane.is_urgent)}::boolean[]) AS l(target, is_urgent)
    CROSS JOIN LATERAL (
      SELECT * FROM notification_outbox w
      WHERE w.target = l.target AND w.is_urgent = l.is_urgent AND w.state = 'waiting'
      ORDER BY w.id LIMIT ${ROWS_MOST}) o
    LEFT JOIN notifications n ON n.user_id = o.user_id AND n.id = o.notification_id
    ORDER BY o.id`;
  return rows.map(({ n_id: id, user_id, kind, subject, params, read_at, ...row }) => {
    const found = { user_id, kind, subject, params, read_at, created_at: row.created_at };
    return { ...row, notification: id === null ? null : { id, ...found } };
  });
}

/** Reads when messages were sent to receivers since a time, once for each message. */
export const readSent = (tx: Transaction, lanes: readonly ReceiverLane[], sinceMs: number) =>
  tx<{ target: string; is_urgent: boolean; sent_at: Date }[]>`
    SELECT target, is_urgent, min(sent_at) AS sent_at FROM notification_outbox
    WHERE target = ANY(${targetsOf(lanes)}::uuid[]) AND state = 'sent' AND sent_at > ${new Date(sinceMs)}
    GROUP BY target, is_urgent, message_id`;

export const readSettings = (tx: Transaction, lanes: readonly ReceiverLane[]) => tx<DeliverySettings[]>`
  SELECT s.user_id, s.time_zone, s.quiet_from, s.quiet_to, s.email_daily, coalesce(a.email, u.email) AS address
  FROM user_settings s JOIN users u ON u.id = s.user_id JOIN auth_users a ON a.id = s.user_id
  WHERE s.user_id = ANY(${lanes.map((lane) => lane.user_id)}::uuid[])`;

/** The rows of one message, and its id. */
export type MessageRows = { readonly ids: readonly number[]; readonly messageId: string };

/** Returns SQL for one row of ids for each outbox row of the messages. */
const rowsOf = (sql: Sql, messages: readonly MessageRows[]) => sql`
  unnest(${messages.flatMap(({ ids }) => ids)}::bigint[],
         ${messages.flatMap(({ ids, messageId }) => ids.map(() => messageId))}::uuid[]) AS m(id, message_id)`;

/** Claims the rows of messages. Later attempts find the same ids. */
export async function claimRows(tx: Transaction, messages: readonly MessageRows[], untilMs: number): Promise<void> {
  if (messages.length === 0) return;
  await tx`
    UPDATE notification_outbox SET message_id = m.message_id, attempts = attempts + 1, due_at = ${new Date(untilMs)}
    FROM ${rowsOf(tx, messages)} WHERE notification_outbox.id = m.id AND state = 'waiting'`;
}

/** Rows that wait until a time. */
export type WaitingRows = { readonly ids: readonly number[]; readonly untilMs: number };

/** Postpones the rows of several receivers, which wait for their release. */
export async function postponeRows(sql: Sql, waits: readonly WaitingRows[]): Promise<void> {
  if (waits.length === 0) return;
  await sql`
    UPDATE notification_outbox SET due_at = w.until
    FROM unnest(${waits.flatMap(({ ids }) => ids)}::bigint[],
                ${waits.flatMap(({ ids, untilMs }) => ids.map(() => new Date(untilMs).toISOString()))}::timestamptz[])
         AS w(id, until)
    WHERE notification_outbox.id = w.id AND state = 'waiting'`;
}

/** Postpones a row, and with it those behind it. */
export async function postponeRow(sql: Sql, ids: readonly number[], untilMs: number, reason: string) {
  await sql`
    UPDATE notification_outbox SET due_at = ${new Date(untilMs)}, last_error = ${reason}
    WHERE id = ANY(${[...ids]}) AND state = 'waiting'`;
}

export async function markSent(sql: Sql, messages: readonly MessageRows[], nowMs: number): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    UPDATE notification_outbox
    SET state = 'sent', message_id = m.message_id, sent_at = ${new Date(nowMs)}, last_error = NULL
    FROM ${rowsOf(sql, messages)} WHERE notification_outbox.id = m.id AND state = 'waiting'`;
}

export async function markFailed(sql: Sql, ids: readonly number[], reason: string): Promise<void> {
  await sql`
    UPDATE notification_outbox SET state = 'failed', last_error = ${reason}
    WHERE id = ANY(${[...ids]}) AND state = 'waiting'`;
}

/** Writes that a channel of the user failed; once a day. */
export async function writeChannelFailed(sql: Sql, userId: string, channel: ReachChannel, nowMs: number) {
  const now = new Date(nowMs);
  await sql`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    SELECT id, 'channel_failed', ${`channel_failed ${channel} ${now.toISOString().slice(0, 10)}`}, ${channel},
           ${sql.json({ channel })}, ${now}
    FROM users WHERE id = ${userId}
    ON CONFLICT (user_id, event) DO NOTHING`;
}

/** A receiver of test messages. */
export type TestReceiver = { readonly userId: string; readonly channel: PortChannel; readonly receiverId: string };

/** Enqueues a test message. */
export async function enqueueTest(sql: Sql, { userId, channel, receiverId }: TestReceiver, nowMs: number) {
  const now = new Date(nowMs);
  const column = sql(channel === 'push' ? 'subscription_id' : 'receiver_id');
  await sql`
    INSERT INTO notification_outbox (user_id, channel, ${column}, is_urgent, due_at, expires_at, created_at)
    VALUES (${userId}, ${channel}, ${receiverId}, true, ${now}, ${new Date(nowMs + TEST_MS)}, ${now})`;
}

/** Makes the waiting rows of a receiver due that were not tried yet. A retry keeps its time. */
export async function makeRowsDue(sql: Sql, receiverId: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await sql`
    UPDATE notification_outbox SET due_at = ${now}
    WHERE target = ${receiverId} AND state = 'waiting' AND attempts = 0 AND due_at > ${now}`;
}

/** Returns the number of rows that are due, and since when the oldest of them is. Rows in quiet hours are not due. */
export async function countDueRows(sql: Sql, nowMs: number): Promise<WaitingCount> {
  const [row] = await sql<[WaitingCount]>`
    SELECT count(*)::int AS waiting, min(due_at) AS oldest FROM notification_outbox
    WHERE state = 'waiting' AND due_at <= ${new Date(nowMs)}`;
  return row;
}

export async function deleteSentRows(sql: Sql, beforeMs: number): Promise<void> {
  await sql`DELETE FROM notification_outbox WHERE state <> 'waiting' AND created_at < ${new Date(beforeMs)}`;
}
