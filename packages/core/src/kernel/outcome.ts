import type { Direction } from '#vocabulary/index.ts';

/** If a market has no tick for this long before the expiry, the trade is void (docs/spec/trading.md §6). */
export const MARKET_SILENCE_MS = 60_000;

/**
 * Result of a trade at a price (docs/spec/trading.md §6): CALL wins above the entry price, PUT below it, and an equal
 * price is a tie. Settlement, signals, charts and the display of an open trade all use this rule.
 */
export function outcomeAt(direction: Direction, entryPrice: number, price: number): 'won' | 'lost' | 'tie' {
  if (price === entryPrice) return 'tie';
  return price > entryPrice === (direction === 'CALL') ? 'won' : 'lost';
}
