import type { Option } from '@vigia/contract';
import { minorUnits, outcomeAt, ratio } from '@vigia/core/kernel';
import { formatMinor, parseAmountMinor } from '@vigia/core/money';
import { profitOfWin } from '@vigia/core/trades';
import { brokerRules } from '#shared/lib/broker-name.ts';

/**
 * The outcome and the profit that a trade would have at some price. The profit is a decimal amount. It is null for a
 * win whose payout is unknown.
 */
export type PossibleOutcome = { readonly outcome: 'won' | 'lost' | 'tie'; readonly profit: number | null };

/** Returns the outcome that a trade would have at a given closing price. Returns null if a price is missing. */
export function outcomeAtPrice(
  trade: Pick<Option, 'broker' | 'option_type' | 'entry_price' | 'amount' | 'currency' | 'payout'>,
  price: number | null,
): PossibleOutcome | null {
  if (price === null || trade.entry_price === null) return null;
  const decided = outcomeAt(trade.option_type, trade.entry_price, price);
  const doTiesLose = brokerRules(trade.broker)?.on_equal_prices === 'lost';
  const outcome = decided === 'tie' && doTiesLose ? 'lost' : decided;
  return { outcome, profit: { won: winProfit(trade), lost: -trade.amount, tie: 0 }[outcome] };
}

/** Returns the profit of a won trade, or null while its payout is unknown. */
export function winProfit({ amount, currency, payout }: Pick<Option, 'amount' | 'currency' | 'payout'>): number | null {
  if (payout === null) return null;
  const stake = parseAmountMinor(amount, currency);
  return stake.ok ? formatMinor(minorUnits(profitOfWin(stake.value, ratio(payout))), currency) : 0;
}
