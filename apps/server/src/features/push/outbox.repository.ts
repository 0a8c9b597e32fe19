import { WAIT_MAX_MS } from '#platform/outbox/outbox-worker.ts';
import type { Waiting } from '#platform/outbox/register-outbox-metrics.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { QueuedTopic } from './compose-message.ts';

/** A message that a worker has claimed, with its recipient. If it is not sent, it is due again after `CLAIM_MS`. */
export type ClaimedPush = {
  readonly subscription_id: string;
  readonly topic: QueuedTopic;
  readonly subject: string;
  readonly body: unknown;
  /** Number of attempts, including the attempt that starts now. */
  readonly attempts: number;
  readonly expires_at: Date;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

/**
 * Time in milliseconds for which a claim is valid. It is longer than the timeout of a push service, so a claim lasts
 * until its delivery has ended.
 */
export const CLAIM_MS = 60_000;
export const CLAIM_MOST = 20;

/**
 * Claims the messages that have been due longest. It is one SQL statement, so no transaction stays open during a
 * delivery.
 */
export const claimPushes = (sql: Sql, nowMs: number): Promise<ClaimedPush[]> => sql<ClaimedPush[]>`
  UPDATE push_outbox o SET attempts = o.attempts + 1, next_attempt_at = ${new Date(nowMs + CLAIM_MS)}
  FROM push_subscriptions s
  WHERE s.id = o.subscription_id AND (o.subscription_id, o.topic, o.subject) IN (
    SELECT subscription_id, topic, subject FROM push_outbox
    WHERE state = 'waiting'
      AND (next_attempt_at <= ${new Date(nowMs)} OR next_attempt_at > ${new Date(nowMs + WAIT_MAX_MS)})
    ORDER BY next_attempt_at LIMIT ${CLAIM_MOST} FOR UPDATE SKIP LOCKED)
  RETURNING o.subscription_id, o.topic, o.subject, o.body, o.attempts, o.expires_at, s.endpoint, s.p256dh, s.auth`;

export async function enqueueTest(sql: Sql, subscriptionId: string, subject: string, nowMs: number): Promise<void> {
  await sql`
    INSERT INTO push_outbox (subscription_id, topic, subject, body, next_attempt_at, expires_at, created_at)
    VALUES (${subscriptionId}, 'test', ${subject}, '{}', ${new Date(nowMs)}, ${new Date(nowMs + 300_000)}, ${new Date(nowMs)})`;
}

export async function markDone(
  sql: Sql,
  push: ClaimedPush,
  state: 'sent' | 'failed',
  reason: string | null,
): Promise<void> {
  await sql`
    UPDATE push_outbox SET state = ${state}, last_error = ${reason}, body = '{}'
    WHERE subscription_id = ${push.subscription_id} AND topic = ${push.topic} AND subject = ${push.subject}
      AND state = 'waiting'`;
}

export async function postpone(sql: Sql, push: ClaimedPush, reason: string, untilMs: number): Promise<void> {
  await sql`
    UPDATE push_outbox SET next_attempt_at = ${new Date(untilMs)}, last_error = ${reason}
    WHERE subscription_id = ${push.subscription_id} AND topic = ${push.topic} AND subject = ${push.subject}
      AND state = 'waiting' AND attempts = ${push.attempts}`;
}

/** Returns the number of waiting messages and when the oldest of them was created. */
export async function readWaitingPushes(sql: Sql): Promise<Waiting> {
  const [row] = await sql<[Waiting]>`
    SELECT count(*)::int AS waiting, min(created_at) AS oldest FROM push_outbox WHERE state = 'waiting'`;
  return row;
}

export async function deleteDone(sql: Sql, beforeMs: number): Promise<void> {
  await sql`DELETE FROM push_outbox WHERE state <> 'waiting' AND created_at < ${new Date(beforeMs)}`;
}
