import type { Option, TradeEventView } from '@vigia/contract';
import { formatLength, lengthIn } from '@vigia/core/trades';
import { z } from 'zod';
import { formatMoney, formatPayout, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { detailMessages } from './messages.es.ts';
import { isTickTime, timeText } from './reported-values.ts';

const words = detailMessages.events;

/** Schema of the optional data of an event. If a value is missing or malformed, it becomes undefined. */
const Detail = z.object({
  amount: z.number().optional().catch(undefined),
  stake: z.number().optional().catch(undefined),
  duration_minutes: z.number().optional().catch(undefined),
  payout: z.number().optional().catch(undefined),
  contract_id: z.string().optional().catch(undefined),
  has_double: z.boolean().optional().catch(undefined),
  entry_price: z.number().optional().catch(undefined),
  entry_tick: z.string().optional().catch(undefined),
  outcome: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  profit: z.number().optional().catch(undefined),
  settle_tick: z.object({ time: z.string().nullable(), price: z.number() }).optional().catch(undefined),
  min_price: z.number().optional().catch(undefined),
  proceeds: z.number().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  refusal: z.string().optional().catch(undefined),
  cause: z.string().optional().catch(undefined),
});
type Detail = z.infer<typeof Detail>;

/** Title and text of an event as the screen shows them. */
export type EventText = { readonly title: string; readonly text: string };

export function describeTradeEvent(event: TradeEventView, trade: Option, decimals: number): EventText {
  const detail = Detail.parse(event.detail);
  const { title, parts } = draftOf(event.kind, detail, trade, decimals);
  return { title, text: parts.filter(Boolean).join(' ') };
}

type Draft = { readonly title: string; readonly parts: readonly (string | false | undefined)[] };

function draftOf(kind: string, detail: Detail, trade: Option, decimals: number): Draft {
  switch (kind) {
    case 'intent':
      return {
        title: words.intent,
        parts: [words.intentText(formatMoney(trade.amount, trade.currency), formatLength(lengthIn(trade)))],
      };
    case 'send':
      return { title: words.send, parts: [words.sendText(detailMessages.venueName(trade.broker))] };
    case 'accept':
      return { title: words.accept, parts: acceptance(detail, trade) };
    case 'refuse':
      return { title: words.refuse, parts: [refusalText(detail.refusal)] };
    case 'lose_track':
      return { title: words.loseTrack, parts: [causeOf(detail)] };
    case 'give_up':
      return { title: words.giveUp, parts: [detailMessages.reasons['undecided']] };
    case 'open':
      return { title: words.open, parts: [entry(detail, trade, decimals)] };
    case 'price_entry':
      return { title: words.priceEntry, parts: [entry(detail, trade, decimals)] };
    case 'expire':
      return { title: words.expire, parts: [] };
    case 'settle':
      return {
        title: outcomeTitle(detail, words.settle, words.settlePlain),
        parts: settlement(detail, trade, decimals),
      };
    case 'void':
      return { title: words.void, parts: [detailMessages.reasons['voided_by_broker']] };
    case 'ask_sale':
      return {
        title: words.askSale,
        parts: [detail.min_price !== undefined && words.askSaleText(formatMoney(detail.min_price, trade.currency))],
      };
    case 'drop_sale':
      return {
        title: words.dropSale,
        parts: [detailMessages.saleRefusals[detail.refusal ?? ''] ?? words.dropSaleText],
      };
    case 'sell':
      return {
        title: words.sell,
        parts: [detail.proceeds !== undefined && words.sellText(formatMoney(detail.proceeds, trade.currency))],
      };
    case 'cancel':
      return { title: words.cancel, parts: [reasonOf(detail)] };
    case 'correct':
      return { title: outcomeTitle(detail, words.correct, words.correctPlain), parts: correction(detail, trade) };
    default:
      return { title: words.other(kind), parts: [] };
  }
}

const acceptance = ({ contract_id: contract, has_double: hasDouble }: Detail, { payout }: Option): Draft['parts'] => [
  payout === null ? words.acceptUntold : words.acceptText(formatPayout(payout)),
  contract !== undefined && words.contract(contract),
  hasDouble === true && words.double,
];

function entry({ entry_price: price, entry_tick: time }: Detail, trade: Option, decimals: number) {
  if (price === undefined) return false;
  const text = formatPrice(price, decimals);
  return time === undefined ? words.openText(text) : words.openTimedText(text, timeText(trade, time));
}

const settlement = ({ settle_tick: tick, profit }: Detail, trade: Option, decimals: number): Draft['parts'] => [
  tick && decidingText(tick, trade, decimals),
  profit !== undefined && words.profit(formatSignedMoney(profit, trade.currency)),
];

/**
 * Describes the price that decided the trade. The text contains the time only if the broker reports one, and calls it
 * the time of a tick only if it is one.
 */
function decidingText({ time, price }: NonNullable<Detail['settle_tick']>, trade: Option, decimals: number): string {
  const text = formatPrice(price, decimals);
  if (time === null) return words.settlePriceText(text);
  return (isTickTime(trade) ? words.settleText : words.settleTimedText)(text, timeText(trade, time));
}

/**
 * Describes a correction by its reason and without a settlement price. The event still contains the price of the
 * original result, but that price does not explain the corrected result.
 */
const correction = ({ profit, reason }: Detail, { currency }: Option): Draft['parts'] => [
  profit !== undefined && words.profit(formatSignedMoney(profit, currency)),
  reason !== undefined && words.because(reason),
];

function outcomeTitle({ outcome, status }: Detail, withOutcome: (outcome: string) => string, plain: string): string {
  const known = detailMessages.outcomes[outcome ?? status ?? ''];
  return known === undefined ? plain : withOutcome(known);
}

const causeOf = ({ cause }: Detail) => cause !== undefined && detailMessages.causes[cause];
const reasonOf = ({ reason }: Detail) => reason !== undefined && detailMessages.reasons[reason];

/** Returns the reason of a refusal: that of the paper account as a sentence, that of a broker in its own words. */
const refusalText = (refusal: string | undefined): string | undefined =>
  refusal === undefined ? undefined : (detailMessages.reasons[refusal] ?? refusal);
