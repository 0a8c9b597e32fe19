import { type ExportSection, smallSection } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

const readChat = (sql: Sql, userId: string) => sql`
  SELECT c.chat_id, c.name, r.topics, r.muted_until, r.sent_at, r.failed_at, r.created_at
  FROM notification_receivers r JOIN telegram_chats c ON c.receiver_id = r.id
  WHERE r.user_id = ${userId}`;

/** Export section with the user's chat at Telegram. A waiting code is left out, because only its hash is stored. */
export const TELEGRAM_SECTIONS: readonly ExportSection[] = [smallSection('telegram_chats', 'many', readChat)];
