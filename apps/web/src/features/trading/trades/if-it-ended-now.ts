import type { Option } from '@vigia/contract';
import { minorUnits, ratio } from '@vigia/core/kernel';
import { formatMinor, parseAmountMinor, profitOfWin } from '@vigia/core/trades';

/** The result of a trade if it ended at this price; `profit` is a decimal amount. null if a price is missing. */
export type Standing = { readonly kind: 'winning' | 'losing' | 'tied'; readonly profit: number };

export function ifItEndedNow(
  trade: Pick<Option, 'option_type' | 'entry_price' | 'amount' | 'payout'>,
  price: number | null,
): Standing | null {
  if (price === null || trade.entry_price === null) return null;
  if (price === trade.entry_price) return { kind: 'tied', profit: 0 };
  const isWinning = price > trade.entry_price === (trade.option_type === 'CALL');
  return isWinning ? { kind: 'winning', profit: winProfit(trade) } : { kind: 'losing', profit: -trade.amount };
}

/** Profit of a won trade. */
export function winProfit({ amount, payout }: Pick<Option, 'amount' | 'payout'>): number {
  const stake = parseAmountMinor(amount);
  return stake.ok ? formatMinor(minorUnits(profitOfWin(stake.value, ratio(payout)))) : 0;
}
