import { createHash } from 'node:crypto';
import type { WebhookMessage } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import { findLastHead, readStatedKey } from '../evidence-log/index.ts';
import { sendToWebhook, type WebhookSenderDeps } from './webhook-sender.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Time in milliseconds between two attempts for one webhook. */
const RETRY_MS = 60 * 60_000;
/** Number of webhooks that get their head at the same time. */
const BATCH = 20;

/**
 * Sends the last signed head of the evidence log to each webhook that wants it, once a UTC day. A failed attempt is
 * repeated after an hour. `isStopping` ends it after the current batch.
 */
export async function sendLogHeads(deps: WebhookSenderDeps, isStopping: () => boolean): Promise<void> {
  const { sql } = deps.db;
  const [head, key] = [await findLastHead(sql), await readStatedKey(sql)];
  if (head === null || key === null) return;
  for (;;) {
    const nowMs = deps.clock.now();
    const day = dayOf(nowMs);
    const due = await claimDue(sql, nowMs, day);
    await Promise.all(
      due.map(async ({ id }) => {
        const created_at = new Date(nowMs).toISOString();
        const message: WebhookMessage = { id: dailyId(id, day), created_at, type: 'log_head', note: head.note, key };
        const { delivery } = await sendToWebhook(deps, id, message);
        if (delivery.kind !== 'taken') return;
        await sql`UPDATE webhooks SET log_head_sent_at = ${new Date(nowMs)} WHERE id = ${id}`;
      }),
    );
    if (due.length < BATCH || isStopping()) return;
  }
}

const dayOf = (nowMs: number): Date => new Date(Math.floor(nowMs / DAY_MS) * DAY_MS);

/**
 * Claims webhooks whose head of this day is due, so that no other process sends it within the next hour. An attempt in
 * the future was stored by a clock that was wrongly ahead.
 */
const claimDue = (sql: Sql, nowMs: number, day: Date) => sql<{ id: string }[]>`
  UPDATE webhooks SET log_head_tried_at = ${new Date(nowMs)} WHERE id = ANY (ARRAY(
    SELECT w.id FROM webhooks w JOIN notification_receivers r USING (id)
    WHERE w.sends_log_head AND r.disabled_at IS NULL AND (w.log_head_sent_at IS NULL OR w.log_head_sent_at < ${day})
      AND (w.log_head_tried_at IS NULL OR w.log_head_tried_at <= ${new Date(nowMs - RETRY_MS)}
           OR w.log_head_tried_at > ${new Date(nowMs)})
    LIMIT ${BATCH} FOR UPDATE OF w SKIP LOCKED))
  RETURNING id`;

/** Returns the message id of a webhook's head of a day, so that a repeat within the day has the id of the first. */
function dailyId(webhookId: string, day: Date): string {
  const hex = createHash('sha256').update(`log-head ${webhookId} ${day.toISOString()}`).digest('hex');
  // The digits 8 and a mark a UUID of version 8 (RFC 9562), whose bits have a meaning of its own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
