import { type ExportSection, smallSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readChat = (sql: Sql, userId: string) => sql`
  SELECT c.chat_id, c.name, r.topics, r.muted_until, c.allows_orders, r.sent_at, r.failed_at, r.created_at
  FROM notification_receivers r JOIN telegram_chats c ON c.receiver_id = r.id
  WHERE r.user_id = ${userId}`;

/**
 * Export section with the user's chat at Telegram. A waiting code is left out, because only its hash is stored, and so
 * are orders that wait for their button: they end after 30 s, and their trades are in the export.
 */
export const TELEGRAM_SECTIONS: readonly ExportSection[] = [smallSection('telegram_chats', 'many', readChat)];
