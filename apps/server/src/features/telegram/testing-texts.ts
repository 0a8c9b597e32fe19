import { Registry } from 'prom-client';
import { summarizeNotifications } from '#features/notifications/deliveries/compose.ts';
import { describeForMessage } from '#features/notifications/deliveries/describe.ts';
import type { NotificationRow } from '#features/notifications/notification.repository.ts';
import { createNotificationReader } from '#features/notifications/notification-reader.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { messageText } from './message-text.ts';

/** A message to a chat that was claimed, and the text by which a test recognizes it: the Bot API carries no id. */
export type ChatText = { readonly id: string; readonly chatId: number; readonly text: string };

/** Returns the messages to chats in the outbox. Their users have the time zone UTC, and the app no public address. */
export async function chatTexts(sql: Sql): Promise<readonly ChatText[]> {
  const rows = await sql<({ message_id: string; chat_id: number; notification_id: number | null } & NotificationRow)[]>`
    SELECT o.message_id, c.chat_id, o.notification_id, n.id, o.user_id, n.kind, n.subject, n.params, n.read_at,
           o.created_at
    FROM notification_outbox o JOIN telegram_chats c ON c.receiver_id = o.receiver_id
    LEFT JOIN notifications n ON n.user_id = o.user_id AND n.id = o.notification_id
    WHERE o.message_id IS NOT NULL ORDER BY o.id`;
  const readNotification = createNotificationReader(createLogger('silent'), new Registry());
  return [...new Set(rows.map((row) => row.message_id))].map((id) => {
    const own = rows.filter((row) => row.message_id === id);
    const items = own.flatMap((row) => {
      const view = row.notification_id === null ? null : readNotification(row);
      return view === null ? [] : [{ view, words: describeForMessage(view, 'UTC') }];
    });
    const summary = summarizeNotifications(
      items.map(({ words }) => words),
      id,
    );
    const text = messageText({ id, summary, items, expiresMs: 0, attempt: 1 }, null);
    return { id, chatId: Number(own[0]?.chat_id), text };
  });
}
