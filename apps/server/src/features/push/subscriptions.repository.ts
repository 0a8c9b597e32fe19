import { createHash } from 'node:crypto';
import type { NotificationTopic } from '@vigia/contract';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { Recipient } from './push-sender.ts';

export type SubscriptionRow = {
  readonly id: string;
  readonly endpoint: string;
  readonly topics: NotificationTopic[];
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
};

export type NewSubscription = {
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly topics: readonly NotificationTopic[];
  readonly nowMs: number;
};

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

/**
 * Inserts or changes the user's subscription in a browser. Other users of the same browser keep theirs, because knowing
 * the address of a browser proves nothing (docs/decisions/0040).
 */
export async function putSubscription(tx: Transaction, subscription: NewSubscription): Promise<SubscriptionRow> {
  const { id, userId, sessionId, endpoint, p256dh, auth, topics, nowMs } = subscription;
  const hash = hashOf(endpoint);
  const [row] = await tx<SubscriptionRow[]>`
    INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, topics, created_at)
    VALUES (${id}, ${userId}, ${sessionId}, ${endpoint}, ${hash}, ${p256dh}, ${auth}, ${[...topics]},
      ${new Date(nowMs)})
    ON CONFLICT (user_id, endpoint_hash) DO UPDATE
      SET session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, topics = excluded.topics
    RETURNING id, endpoint, topics, created_at, sent_at, failed_at`;
  if (!row) throw new Error('a subscription was put in and is not there');
  return row;
}

/** Counts the user's subscriptions in other browsers. */
export async function countOtherSubscriptions(tx: Transaction, userId: string, endpoint: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM push_subscriptions
    WHERE user_id = ${userId} AND endpoint_hash <> ${hashOf(endpoint)}`;
  return row?.count ?? 0;
}

export const listSubscriptions = (sql: Sql, userId: string): Promise<SubscriptionRow[]> => sql<SubscriptionRow[]>`
  SELECT id, endpoint, topics, created_at, sent_at, failed_at FROM push_subscriptions
  WHERE user_id = ${userId} ORDER BY created_at, id`;

/**
 * Deletes a subscription of the user.
 * @returns false if the user has no such subscription
 */
export async function removeSubscription(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM push_subscriptions WHERE user_id = ${userId} AND id = ${id}`;
  return count > 0;
}

export async function removeSubscriptionsOfSession(sql: Sql, sessionId: string): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE session_id = ${sessionId}`;
}

export async function deleteGoneSubscription(sql: Sql, id: string): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE id = ${id}`;
}

/** Reads where messages to a subscription go; undefined if it was deleted. */
export async function findRecipient(sql: Sql, id: string): Promise<Recipient | undefined> {
  const [row] = await sql<Recipient[]>`SELECT endpoint, p256dh, auth FROM push_subscriptions WHERE id = ${id}`;
  return row;
}

/** Stores when messages were delivered, or given up. */
export async function recordResult(
  sql: Sql,
  ids: readonly string[],
  result: 'sent' | 'failed',
  nowMs: number,
): Promise<void> {
  const column = sql(result === 'sent' ? 'sent_at' : 'failed_at');
  await sql`UPDATE push_subscriptions SET ${column} = ${new Date(nowMs)} WHERE id = ANY(${[...ids]})`;
}
