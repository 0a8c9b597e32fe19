import type { Option } from '@vigia/contract';
import { minorUnits, outcomeAt, ratio } from '@vigia/core/kernel';
import { formatMinor, parseAmountMinor } from '@vigia/core/money';
import { profitOfWin } from '@vigia/core/trades';

/** Outcome and profit (a decimal amount) that a trade would have at a price. */
export type Standing = { readonly outcome: 'won' | 'lost' | 'tie'; readonly profit: number };

/** Returns null if a price is missing. */
export function ifItEndedNow(
  trade: Pick<Option, 'option_type' | 'entry_price' | 'amount' | 'currency' | 'payout'>,
  price: number | null,
): Standing | null {
  if (price === null || trade.entry_price === null) return null;
  const outcome = outcomeAt(trade.option_type, trade.entry_price, price);
  return { outcome, profit: { won: winProfit(trade), lost: -trade.amount, tie: 0 }[outcome] };
}

/** Profit of a won trade. */
export function winProfit({ amount, currency, payout }: Pick<Option, 'amount' | 'currency' | 'payout'>): number {
  const stake = parseAmountMinor(amount, currency);
  return stake.ok ? formatMinor(minorUnits(profitOfWin(stake.value, ratio(payout))), currency) : 0;
}
