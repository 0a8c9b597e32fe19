import { type ExportSection, smallSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readSubscriptions = (sql: Sql, userId: string) => sql`
  SELECT substring(endpoint from '^[a-z]+://([^/]+)') AS service, topics, created_at, sent_at, failed_at
  FROM push_subscriptions WHERE user_id = ${userId} ORDER BY created_at, id`;

/**
 * Export section with the user's push subscriptions. It leaves out their endpoints and keys, with which anyone could
 * send messages.
 */
export const PUSH_SECTIONS: readonly ExportSection[] = [smallSection('push_subscriptions', 'many', readSubscriptions)];
