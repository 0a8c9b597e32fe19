import type { Candle } from '@vigia/core/candles';

/** Most decimals of a price. Further digits are noise of the calculation that made the price. */
const MOST = 8;

/** Returns the most decimals of a price of these candles. */
export function decimalsOf(candles: readonly Candle[]): number {
  let decimals = 0;
  for (const { open, high, low, close } of candles) {
    for (const price of [open, high, low, close]) {
      while (decimals < MOST && Number(price.toFixed(decimals)) !== price) decimals += 1;
    }
  }
  return decimals;
}
