import { WEBHOOK_DELIVERIES_KEPT, type WebhookDelivery, type WebhookMessageType } from '@vigia/contract';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 30 * DAY_MS;
/** Time in milliseconds without any success after which a webhook is disabled. */
const SILENT_MS = 3 * DAY_MS;

/** One attempt to deliver a message, as it is stored. */
export type Attempt = {
  readonly messageId: string;
  readonly type: WebhookMessageType;
  readonly atMs: number;
  readonly durationMs: number;
  readonly outcome: WebhookDelivery['outcome'];
  readonly status: number | null;
  readonly failure: WebhookDelivery['failure'];
  readonly answer: string;
};

export type AttemptRow = Omit<WebhookDelivery, 'at'> & { readonly at: Date };

const columns = (sql: Sql) => sql`id, message_id, type, at, duration_ms, outcome, status, failure, answer`;

/**
 * Stores an attempt and its effect on the state of the webhook: an accepted message ends a row of failures, the
 * response 410 and three days of failures disable the webhook. Returns the stored attempt; null if the webhook was
 * deleted.
 */
export async function storeAttempt(tx: Transaction, webhookId: string, attempt: Attempt): Promise<AttemptRow | null> {
  // The receiver is locked first, as by the changes and the deletion of a webhook.
  await tx`SELECT FROM notification_receivers WHERE id = ${webhookId} FOR UPDATE`;
  const [webhook] = await tx<{ user_id: string; failing_since: Date | null }[]>`
    SELECT user_id, failing_since FROM webhooks WHERE id = ${webhookId} FOR UPDATE`;
  if (webhook === undefined) return null;
  const row = await insertAttempt(tx, webhookId, attempt);
  const now = new Date(attempt.atMs);
  if (attempt.outcome === 'taken') {
    await tx`UPDATE notification_receivers SET sent_at = ${now} WHERE id = ${webhookId}`;
    if (webhook.failing_since !== null) await tx`UPDATE webhooks SET failing_since = NULL WHERE id = ${webhookId}`;
    return row;
  }
  await tx`UPDATE notification_receivers SET failed_at = ${now} WHERE id = ${webhookId}`;
  const sinceMs = webhook.failing_since?.getTime() ?? attempt.atMs;
  if (webhook.failing_since === null) await tx`UPDATE webhooks SET failing_since = ${now} WHERE id = ${webhookId}`;
  const because = attempt.outcome === 'gone' ? 'gone' : attempt.atMs - sinceMs >= SILENT_MS ? 'silent' : null;
  if (because !== null) await disable(tx, { id: webhookId, userId: webhook.user_id }, because, now);
  return row;
}

async function insertAttempt(tx: Transaction, webhookId: string, attempt: Attempt): Promise<AttemptRow> {
  const { messageId, type, atMs, durationMs, outcome, status, failure, answer } = attempt;
  const [row] = await tx<[AttemptRow]>`
    INSERT INTO webhook_deliveries (webhook_id, message_id, type, at, duration_ms, outcome, status, failure, answer)
    VALUES (${webhookId}, ${messageId}, ${type}, ${new Date(atMs)}, ${durationMs}, ${outcome}, ${status}, ${failure},
            ${answer})
    RETURNING ${columns(tx)}`;
  await tx`
    DELETE FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND id <= (
      SELECT id FROM webhook_deliveries WHERE webhook_id = ${webhookId}
      ORDER BY id DESC OFFSET ${WEBHOOK_DELIVERIES_KEPT} LIMIT 1)`;
  return row;
}

/** Disables a webhook, and notifies the user on the other channels. */
async function disable(
  tx: Transaction,
  { id, userId }: { readonly id: string; readonly userId: string },
  because: 'gone' | 'silent',
  now: Date,
): Promise<void> {
  const { count } = await tx`
    UPDATE notification_receivers SET disabled_at = ${now} WHERE id = ${id} AND disabled_at IS NULL`;
  if (count === 0) return;
  await tx`UPDATE webhooks SET disabled_because = ${because}, updated_at = ${now} WHERE id = ${id}`;
  // One that is gone is notified once a day, like a message that could not be delivered.
  const event = because === 'gone' ? `channel_failed webhook ${dayOf(now)}` : `webhook_disabled ${id} ${dayOf(now)}`;
  await tx`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    VALUES (${userId}, 'channel_failed', ${event}, 'webhook', '{"channel":"webhook"}', ${now})
    ON CONFLICT (user_id, event) DO NOTHING`;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Reads the kept attempts of a webhook, newest first. */
export const listAttempts = (sql: Sql, webhookId: string, nowMs: number): Promise<AttemptRow[]> => sql<AttemptRow[]>`
  SELECT ${columns(sql)} FROM webhook_deliveries
  WHERE webhook_id = ${webhookId} AND at > ${new Date(nowMs - KEPT_MS)}
  ORDER BY id DESC LIMIT ${WEBHOOK_DELIVERIES_KEPT}`;

/** Deletes attempts after 30 days. */
export async function deleteOldAttempts(sql: Sql, nowMs: number): Promise<void> {
  await sql`DELETE FROM webhook_deliveries WHERE at < ${new Date(nowMs - KEPT_MS)}`;
}
