import type { Option } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor, parseAmountMinor } from '@vigia/core/money';
import { formatPrice } from '#shared/lib/format.ts';
import { isSold } from '../trades/outcome.tsx';
import { winProfit } from '../trades/outcome-at-price.ts';
import { detailMessages } from './messages.es.ts';

const words = detailMessages.why;

/** Explains the result of a trade in one sentence. Returns null while there is nothing to explain. */
export function resultExplanation(trade: Option, decimals: number): string | null {
  if (trade.status === 'active') return trade.execution === 'unknown' ? words.unknown : null;
  if (trade.status === 'cancelled') {
    return detailMessages.reasons[trade.settlement?.reason ?? ''] ?? words.cancelled;
  }
  const { entry_price: entry, settlement } = trade;
  const settle = settlement?.price ?? null;
  // A corrected result cannot be explained by the entry and settlement prices.
  if (entry === null || settle === null || settlement?.corrected_at) return null;
  if (settle === entry) return tiedText(trade);
  const distance = formatPrice(Math.abs(settle - entry), decimals);
  const side = settle > entry ? words.above(distance) : words.below(distance);
  return `${side} ${words[trade.option_type]}`;
}

const tiedText = ({ status, broker }: Option): string =>
  status === 'lost' ? words.tiedLost(detailMessages.venueName(broker)) : words.tied;

/**
 * Returns the amount that the trade returned to the balance: stake and profit, the stake, or zero. It is a decimal
 * amount. Returns null for a win whose payout is unknown.
 */
export function returnedAmountOf(trade: Option): number | null {
  if (trade.status === 'lost') return 0;
  if (!isSold(trade) && (trade.status === 'expired' || trade.status === 'cancelled')) return trade.amount;
  const profit = trade.profit ?? winProfit(trade);
  return profit === null ? null : sum(trade.amount, profit, trade.currency);
}

/** Adds two amounts in minor units, because binary floating point cannot represent all decimal amounts exactly. */
function sum(first: number, second: number, currency: Currency): number {
  const [a, b] = [parseAmountMinor(first, currency), parseAmountMinor(second, currency)];
  return a.ok && b.ok ? formatMinor(minorUnits(a.value + b.value), currency) : first;
}
