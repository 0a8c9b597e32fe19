import type { Direction } from '#vocabulary/index.ts';

/**
 * Time without a market price before the expiry, in milliseconds, after which a trade is void (docs/spec/trading.md
 * §6).
 */
export const MARKET_SILENCE_MS = 60_000;

/**
 * Returns true if the market's last price before the expiry may decide a trade or signal. The price must come after the
 * entry and less than `silenceMs` before the expiry. Otherwise the outcome is void. All times are epoch milliseconds;
 * NaN means no price.
 */
export const hadMarket = (lastMs: number, entryMs: number, expiryMs: number, silenceMs = MARKET_SILENCE_MS): boolean =>
  lastMs > entryMs && lastMs > expiryMs - silenceMs;

/**
 * Returns the result of a trade at a price (docs/spec/trading.md §6): CALL wins above the entry price, PUT below it,
 * and an equal price is a tie. Settlement, signals, backtests, charts, the display of an open trade and the brokers'
 * simulators all use this rule. The settlement statement repeats it in SQL; settlement-states.prop.int.test.ts compares
 * the two.
 */
export function outcomeAt(direction: Direction, entryPrice: number, price: number): 'won' | 'lost' | 'tie' {
  if (price === entryPrice) return 'tie';
  return price > entryPrice === (direction === 'CALL') ? 'won' : 'lost';
}
