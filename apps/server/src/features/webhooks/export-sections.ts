import { type ExportSection, smallSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readWebhooks = (sql: Sql, userId: string) => sql`
  SELECT w.name, r.topics, w.sends_log_head, r.created_at, r.sent_at, r.failed_at, r.disabled_at, w.disabled_because
  FROM webhooks w JOIN notification_receivers r USING (id) WHERE w.user_id = ${userId} ORDER BY r.created_at, w.id`;

const readDeliveries = (sql: Sql, userId: string) => sql`
  SELECT w.name AS webhook, d.type, d.at, d.duration_ms, d.outcome, d.status, d.failure, d.answer
  FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.user_id = ${userId} ORDER BY d.id`;

/** Export sections with the user's webhooks and the attempts. They leave out addresses and secrets. */
export const WEBHOOK_SECTIONS: readonly ExportSection[] = [
  smallSection('webhooks', 'many', readWebhooks),
  smallSection('webhook_deliveries', 'many', readDeliveries),
];
