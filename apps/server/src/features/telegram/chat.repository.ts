import type { NotificationTopic } from '@vigia/contract';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** A user's chat with the bot. `id` is the receiver of the user's messages. */
export type ChatRow = {
  readonly id: string;
  readonly user_id: string;
  readonly chat_id: number;
  readonly name: string;
  readonly topics: NotificationTopic[];
  readonly muted_until: Date | null;
  readonly allows_orders: boolean;
  readonly sent_at: Date | null;
  readonly failed_at: Date | null;
  readonly created_at: Date;
};

const columns = (sql: Sql) => sql`
  r.id, r.user_id, c.chat_id, c.name, r.topics, r.muted_until, c.allows_orders, r.sent_at, r.failed_at, r.created_at
  FROM notification_receivers r JOIN telegram_chats c ON c.receiver_id = r.id`;

export async function findChatOfUser(sql: Sql, userId: string): Promise<ChatRow | null> {
  const [row] = await sql<ChatRow[]>`
    SELECT ${columns(sql)} WHERE r.user_id = ${userId} AND r.channel = 'telegram'`;
  return row ?? null;
}

export async function findByChat(sql: Sql, chatId: number): Promise<ChatRow | null> {
  const [row] = await sql<ChatRow[]>`SELECT ${columns(sql)} WHERE c.chat_id = ${chatId}`;
  return row ?? null;
}

export async function findChatOfReceiver(sql: Sql, receiverId: string): Promise<ChatRow | null> {
  const [row] = await sql<ChatRow[]>`SELECT ${columns(sql)} WHERE r.id = ${receiverId}`;
  return row ?? null;
}

export type NewChat = Pick<ChatRow, 'id' | 'chat_id' | 'name'> & {
  readonly userId: string;
  readonly topics: readonly NotificationTopic[];
  readonly nowMs: number;
};

/** Stores a chat. The user must have none, and the chat no user. */
export async function insertChat(tx: Transaction, chat: NewChat): Promise<void> {
  const { id, userId, chat_id, name, topics, nowMs } = chat;
  await tx`
    INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    VALUES (${id}, ${userId}, 'telegram', ${[...topics]}, ${new Date(nowMs)})`;
  await tx`
    INSERT INTO telegram_chats (receiver_id, user_id, chat_id, name) VALUES (${id}, ${userId}, ${chat_id}, ${name})`;
}

/** Deletes a chat with its waiting messages. @returns false if it was deleted before */
export async function deleteChat(sql: Sql, receiverId: string): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM notification_receivers WHERE id = ${receiverId} AND channel = 'telegram'`;
  return count > 0;
}

export async function writeTopics(sql: Sql, receiverId: string, topics: readonly NotificationTopic[]): Promise<void> {
  await sql`UPDATE notification_receivers SET topics = ${[...topics]} WHERE id = ${receiverId}`;
}

/** @param until null ends the silence */
export async function writeMuted(sql: Sql, receiverId: string, until: Date | null): Promise<void> {
  await sql`UPDATE notification_receivers SET muted_until = ${until} WHERE id = ${receiverId}`;
}

/** Stores when messages were delivered, or given up. */
export async function recordResult(sql: Sql, receiverIds: readonly string[], result: 'sent' | 'failed', nowMs: number) {
  const column = sql(result === 'sent' ? 'sent_at' : 'failed_at');
  await sql`UPDATE notification_receivers SET ${column} = ${new Date(nowMs)} WHERE id = ANY(${[...receiverIds]})`;
}

/** Stores the only valid code of a user. */
export async function storeCode(sql: Sql, userId: string, hash: Buffer, expiresMs: number): Promise<void> {
  await sql`
    INSERT INTO telegram_codes (user_id, code_hash, expires_at) VALUES (${userId}, ${hash}, ${new Date(expiresMs)})
    ON CONFLICT (user_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`;
}

/** Deletes a code and returns its user; null if the code is unknown, used or expired. */
export async function consumeCode(tx: Transaction, hash: Buffer, nowMs: number): Promise<string | null> {
  const [row] = await tx<{ user_id: string; is_valid: boolean }[]>`
    DELETE FROM telegram_codes WHERE code_hash = ${hash}
    RETURNING user_id, expires_at > ${new Date(nowMs)} AS is_valid`;
  return row?.is_valid === true ? row.user_id : null;
}

export async function deleteExpiredCodes(sql: Sql, nowMs: number): Promise<void> {
  await sql`DELETE FROM telegram_codes WHERE expires_at <= ${new Date(nowMs)}`;
}

/** Stores whether a chat may send orders. @returns false if it does so already */
export async function writeAllowsOrders(tx: Transaction, receiverId: string, allows: boolean): Promise<boolean> {
  const { count } = await tx`
    UPDATE telegram_chats SET allows_orders = ${allows}
    WHERE receiver_id = ${receiverId} AND allows_orders <> ${allows}`;
  return count > 0;
}
