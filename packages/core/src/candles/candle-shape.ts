import type { CandleColor } from '#vocabulary/index.ts';

/** Returns |close − open|, in price units. */
export const candleBody = (open: number, close: number): number => Math.abs(close - open);

/** Returns high − low, in price units. */
export const candleRange = (high: number, low: number): number => high - low;

/**
 * Returns the colour of a candle: green for a close above the open, red for a close below it, and neutral for an equal
 * close (docs/spec/pcr.md §1).
 */
export function candleColor(open: number, close: number): CandleColor {
  if (close > open) return 'green';
  return close < open ? 'red' : 'neutral';
}
