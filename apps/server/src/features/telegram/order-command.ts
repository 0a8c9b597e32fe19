import { ERROR_MESSAGES_ES, fillMessage, moneyText, type Option } from '@vigia/contract';
import type { Clock, IdSource } from '@vigia/core/kernel';
import { z } from 'zod';
import type { Database } from '#platform/persistence/database.ts';
import type { BotApi, Button } from './bot-api.ts';
import { type ChatRow, findByChat } from './chat.repository.ts';
import { completeOrder, ORDER_VALID_MS, type RequestedChatOrder, readOrder } from './chat-order.ts';
import { escapeHtml } from './html.ts';
import { findOrder, storeReply, storeWaitingOrder } from './order.repository.ts';
import type { BotOrderTerms, BotRefusal } from './order-terms.ts';
import { ORDER_WORDS as words } from './order-words.es.ts';
import type { BotPorts } from './ports.ts';
import { formatTime } from './replies.ts';
import type { ChatEvent } from './updates.ts';

export type OrderDeps = {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly db: Database;
  readonly ids: IdSource;
  readonly ports: BotPorts;
};

const Pressed = z.string().regex(/^order:[0-9a-f-]{36}$/);
export const isOrderButton = (data: string): boolean => data.startsWith('order:');

/** Returns the message that states what an order would send, with the button that sends it. Sends nothing. */
export async function askOrder(
  { clock, db, ids, ports }: OrderDeps,
  chat: ChatRow,
  given: readonly string[],
): Promise<readonly [html: string, button?: Button]> {
  if (!chat.allows_orders) return [words.off];
  const asked = readOrder(given);
  if (asked === null) return [words.usage];
  const terms = await ports.orderTerms(chat.user_id, asked);
  if (!terms.ok) return [refusalText(terms.error)];
  const expiresMs = clock.now() + ORDER_VALID_MS;
  const id = ids.next();
  await storeWaitingOrder(db.sql, {
    id,
    receiverId: chat.id,
    order: completeOrder(asked, terms.value, expiresMs),
    expiresMs,
  });
  return [askText(asked, terms.value), { label: words.button, data: `order:${id}` }];
}

/**
 * Sends the order of a button on the path of every order, once: its id is the idempotency key, and after its end the
 * order opens no trade. A later press gets the first reply again. If the reply is lost, the button stays.
 */
export async function placeButtonOrder(
  { api, db, ports }: OrderDeps,
  { chatId, messageId, callbackId, data }: Extract<ChatEvent, { readonly kind: 'button' }>,
): Promise<void> {
  const end = async (notice: string, html: string): Promise<void> => {
    await api.answerButton(callbackId, notice);
    await api.replace(chatId, messageId, html);
  };
  const id = Pressed.safeParse(data).data?.slice('order:'.length);
  const chat = await findByChat(db.sql, chatId);
  const found = chat === null || id === undefined ? null : await findOrder(db.sql, chat.id, id);
  if (chat === null || id === undefined || found === null) return end(words.expiredNotice, words.expired);
  const { order, answer } = found;
  if (answer !== null) return end(words.sentNotice, answer);
  if (!chat.allows_orders) return end(words.refusedNotice, words.off);
  const placed = await ports.placeOrder(chat.user_id, order, id);
  if (placed === 'unknown') return void (await api.answerButton(callbackId, words.unknown));
  const [notice, html] = placed.ok
    ? [words.sentNotice, placedText(placed.value, await ports.timeZone(chat.user_id))]
    : endOf(placed.error);
  await storeReply(db.sql, id, html);
  return end(notice, html);
}

/** Returns the notice and the text of a refused order. */
const endOf = (refusal: BotRefusal): readonly [notice: string, html: string] =>
  refusal.code === 'order_expired' ? [words.expiredNotice, words.expired] : [words.refusedNotice, refusalText(refusal)];

function askText(asked: RequestedChatOrder, { account, venue, currency, payout }: BotOrderTerms): string {
  const name = venue === null ? words.accounts[account] : `${words.accounts[account]} ${escapeHtml(venue)}`;
  return [
    `<b>${words.ask}</b>`,
    words.contract(escapeHtml(asked.asset_symbol), asked.option_type, lengthText(asked)),
    words.amount(moneyText(asked.amount, currency), name),
    words.payout(String(Math.round(payout * 1_000) / 10)),
    words.valid,
  ].join('\n');
}

function lengthText({ duration, duration_seconds: seconds, duration_ticks: ticks }: RequestedChatOrder): string {
  if (seconds !== undefined) return words.seconds(seconds);
  return ticks === undefined ? words.minutes(duration ?? 0) : words.ticks(ticks);
}

function placedText(trade: Option, timeZone: string): string {
  const contract = `${escapeHtml(trade.asset_symbol)} ${trade.option_type} · ${words.accounts[trade.account]}`;
  if (trade.execution === 'unknown') return words.inDoubt(contract);
  return words.sent(contract, formatTime(Date.parse(trade.expiry_time), timeZone));
}

const refusalText = ({ code, values }: BotRefusal): string =>
  words.refused(escapeHtml(words.reasons[code] ?? fillMessage(ERROR_MESSAGES_ES[code], values)));
