import type { NotificationTopic, WebhookView } from '@vigia/contract';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** A stored webhook with its receiver. */
export type WebhookRow = {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly sealed_url: Buffer;
  readonly topics: NotificationTopic[];
  readonly sends_log_head: boolean;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_because: WebhookView['disabled_because'];
};

const columns = (sql: Sql) => sql`
  w.id, w.user_id, w.name, w.sealed_url, r.topics, w.sends_log_head, r.created_at, r.sent_at, r.failed_at,
  r.disabled_at, w.disabled_because`;

/** Locks the user, so that concurrent changes of their webhooks run one after the other. */
export async function lockOwner(tx: Transaction, userId: string): Promise<void> {
  await tx`SELECT 1 FROM auth_users WHERE id = ${userId} FOR UPDATE`;
}

export const listWebhooks = (sql: Sql, userId: string): Promise<WebhookRow[]> => sql<WebhookRow[]>`
  SELECT ${columns(sql)} FROM webhooks w JOIN notification_receivers r USING (id)
  WHERE w.user_id = ${userId} ORDER BY r.created_at, w.id`;

/** Reads a webhook of the user; undefined if the user has none with this id. */
export async function findWebhook(sql: Sql, userId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow[]>`
    SELECT ${columns(sql)} FROM webhooks w JOIN notification_receivers r USING (id)
    WHERE w.user_id = ${userId} AND w.id = ${id}`;
  return row;
}

/** The choices of a user for a webhook, with the URL encrypted. */
export type WebhookChoices = {
  readonly name: string;
  readonly sealedUrl: Buffer;
  readonly topics: readonly NotificationTopic[];
  readonly sendsLogHead: boolean;
};
type Owned = { readonly id: string; readonly userId: string };

export async function insertWebhook(
  tx: Transaction,
  { id, userId }: Owned,
  { name, sealedUrl, sealedSecret, topics, sendsLogHead }: WebhookChoices & { readonly sealedSecret: Buffer },
  now: Date,
): Promise<void> {
  await tx`
    INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    VALUES (${id}, ${userId}, 'webhook', ${[...topics]}, ${now})`;
  await tx`
    INSERT INTO webhooks (id, user_id, name, sealed_url, sealed_secret, sends_log_head, updated_at)
    VALUES (${id}, ${userId}, ${name}, ${sealedUrl}, ${sealedSecret}, ${sendsLogHead}, ${now})`;
}

export async function updateWebhook(
  tx: Transaction,
  { id, userId }: Owned,
  { name, sealedUrl, topics, sendsLogHead }: WebhookChoices,
  now: Date,
): Promise<void> {
  await tx`UPDATE notification_receivers SET topics = ${[...topics]} WHERE id = ${id} AND user_id = ${userId}`;
  await tx`
    UPDATE webhooks SET name = ${name}, sealed_url = ${sealedUrl}, sends_log_head = ${sendsLogHead}, updated_at = ${now}
    WHERE id = ${id} AND user_id = ${userId}`;
}

/** Replaces the secret. Messages that leave later are signed with the new one. */
export async function updateSecret(tx: Transaction, { id, userId }: Owned, sealedSecret: Buffer, now: Date) {
  await tx`
    UPDATE webhooks SET sealed_secret = ${sealedSecret}, updated_at = ${now} WHERE id = ${id} AND user_id = ${userId}`;
}

/** Lets a disabled webhook get messages again. */
export async function enableWebhook(tx: Transaction, { id, userId }: Owned, now: Date): Promise<void> {
  await tx`UPDATE notification_receivers SET disabled_at = NULL WHERE id = ${id} AND user_id = ${userId}`;
  await tx`
    UPDATE webhooks SET disabled_because = NULL, failing_since = NULL, log_head_tried_at = NULL, updated_at = ${now}
    WHERE id = ${id} AND user_id = ${userId}`;
}

/** Deletes a webhook with its waiting messages and its deliveries. The secret is overwritten first. */
export async function deleteWebhook(tx: Transaction, { id, userId }: Owned, overwriting: Buffer): Promise<void> {
  // The receiver is locked first, as by attempts and changes.
  await tx`SELECT FROM notification_receivers WHERE id = ${id} FOR UPDATE`;
  await tx`
    UPDATE webhooks SET sealed_url = ${overwriting}, sealed_secret = ${overwriting}
    WHERE id = ${id} AND user_id = ${userId}`;
  await tx`DELETE FROM notification_receivers WHERE id = ${id} AND user_id = ${userId} AND channel = 'webhook'`;
}

/** Address and secret of a webhook, both encrypted. */
export type WebhookDestination = {
  readonly id: string;
  readonly sealed_url: Buffer;
  readonly sealed_secret: Buffer;
  readonly disabled_at: Date | null;
};

/** Reads where messages to a webhook go; undefined if it was deleted. */
export async function findWebhookDestination(sql: Sql, id: string): Promise<WebhookDestination | undefined> {
  const [row] = await sql<WebhookDestination[]>`
    SELECT w.id, w.sealed_url, w.sealed_secret, r.disabled_at
    FROM webhooks w JOIN notification_receivers r USING (id) WHERE w.id = ${id}`;
  return row;
}
