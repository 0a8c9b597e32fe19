import { CreateOption } from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import { BROKER_ID_FORM } from '@vigia/core/vocabulary';
import { z } from 'zod';
import type { BotOrderTerms, BotRefusal } from './order-terms.ts';

/** Time for which the button that sends an order is valid. The order opens no trade after it. */
export const ORDER_VALID_MS = 30_000;

/**
 * An order that waits for its button, as its message states it. A demo account at a broker is named; without a name the
 * order goes to the paper account. No chat order can name a real account.
 */
export const ChatOrder = z.strictObject({
  request: CreateOption,
  named: z.strictObject({ broker: z.string().regex(BROKER_ID_FORM), kind: z.literal('demo') }).nullable(),
});
export type ChatOrder = z.infer<typeof ChatOrder>;

/** The order that a message asks for, without its account, payout and end. */
export type RequestedChatOrder = Pick<CreateOption, 'asset_symbol' | 'option_type' | 'amount'> & CreateOption;

const AMOUNT = /^\d{1,9}(?:[.,]\d{1,2})?$/;
const LENGTH = /^(\d{1,4})([mst]?)$/i;
const UNITS = { m: 'duration', s: 'duration_seconds', t: 'duration_ticks' } as const;

/** Reads an order from the words of a message, such as `EURUSD CALL 10 1m`. Returns null if they are no order. */
export function readOrder(words: readonly string[]): RequestedChatOrder | null {
  const [symbol = '', direction = '', amount = '', length = ''] = words;
  const [, count, unit = ''] = LENGTH.exec(length) ?? [];
  if (words.length !== 4 || !AMOUNT.test(amount) || count === undefined) return null;
  const field = unit.toLowerCase() === 's' ? UNITS.s : unit.toLowerCase() === 't' ? UNITS.t : UNITS.m;
  return (
    CreateOption.safeParse({
      asset_symbol: symbol.toUpperCase(),
      option_type: direction.toUpperCase(),
      amount: Number(amount.replace(',', '.')),
      [field]: Number(count),
    }).data ?? null
  );
}

/** Completes an order with the account and the payout that its message states, and with its end. */
export function completeOrder(
  asked: RequestedChatOrder,
  { broker, payout }: BotOrderTerms,
  expiresMs: number,
): ChatOrder {
  const ends = { shown_payout: payout, valid_until: new Date(expiresMs).toISOString() };
  return broker === null
    ? { request: { ...asked, ...ends, mode: 'mock' }, named: null }
    : { request: { ...asked, ...ends }, named: { broker, kind: 'demo' } };
}

export type ChatOrderResult<Value> = Result<Value, BotRefusal>;
