import type { Candle } from '@vigia/core/candles';

export const HOUR_MS = 3_600_000;
/** Number of hours after which the process forgets all of them, about 100 MB. */
const HOURS_MAX = 20_000;

/** The hours of every market of this process, by the identity of the market and the start of the hour. */
const markets = new Map<string, Map<number, readonly Candle[]>>();
let kept = 0;

/**
 * Returns the 1-minute candles of the hour that begins at `hourMs` and is over. Clients request the same history again
 * after each sign-in, and an hour has thousands of ticks, so the process computes each hour once.
 * @param market identity of a market whose prices are a pure function of time
 * @param compute the candles of the hour from the ticks
 */
export function minutesOfPastHour(market: string, hourMs: number, compute: () => readonly Candle[]): readonly Candle[] {
  const known = markets.get(market)?.get(hourMs);
  if (known) return known;
  if (kept >= HOURS_MAX) {
    markets.clear();
    kept = 0;
  }
  const hours = markets.get(market) ?? new Map<number, readonly Candle[]>();
  const candles = compute();
  markets.set(market, hours.set(hourMs, candles));
  kept += 1;
  return candles;
}
