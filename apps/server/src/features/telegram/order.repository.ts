import type { Sql } from '#platform/persistence/database.ts';
import { ChatOrder } from './chat-order.ts';

/**
 * Time in milliseconds for which an order is kept after its end. Telegram repeats an unconfirmed press within a day.
 */
const KEPT_MS = 24 * 60 * 60_000;

export type WaitingOrder = {
  readonly id: string;
  readonly receiverId: string;
  readonly order: ChatOrder;
  readonly expiresMs: number;
};

/** Stores an order that waits for its button, and deletes old ones of the chat. */
export async function storeWaitingOrder(sql: Sql, { id, receiverId, order, expiresMs }: WaitingOrder): Promise<void> {
  await sql`
    DELETE FROM telegram_orders WHERE receiver_id = ${receiverId} AND expires_at < ${new Date(expiresMs - KEPT_MS)}`;
  await sql`
    INSERT INTO telegram_orders (id, receiver_id, body, expires_at)
    VALUES (${id}, ${receiverId}, ${sql.json(order)}, ${new Date(expiresMs)})`;
}

/** Reads an order of a chat, with the reply to its button; null if the chat has none with this id. */
export async function findOrder(sql: Sql, receiverId: string, id: string) {
  const [row] = await sql<{ body: unknown; answer: string | null }[]>`
    SELECT body, answer FROM telegram_orders WHERE id = ${id} AND receiver_id = ${receiverId}`;
  return row === undefined ? null : { order: ChatOrder.parse(row.body), answer: row.answer };
}

/** Stores the reply to the button of an order. The first one stays. */
export async function storeReply(sql: Sql, id: string, answer: string): Promise<void> {
  await sql`UPDATE telegram_orders SET answer = ${answer} WHERE id = ${id} AND answer IS NULL`;
}
