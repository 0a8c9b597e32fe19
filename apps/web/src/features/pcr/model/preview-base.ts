import { LIMITS, TIMEFRAME_SECONDS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { PREVIEW_CANDLES } from './preview.ts';

/** Number of candles before the counted ones, for indicators to settle: twice the longest usual period. */
const WARM_UP = 400;

/** Numbers of candles that a preview needs: the candles of the setup, and the candles that decide outcomes. */
export type PreviewPages = {
  readonly candles: number;
  readonly base: { readonly timeframe: Timeframe; readonly candles: number };
};

/**
 * Returns the candles that a preview needs. Outcomes are decided by the largest timeframe whose candles end at every
 * expiration; a replay refuses any other (docs/spec/pcr.md §6).
 */
export function pagesFor(timeframe: Timeframe, expiryMinutes: number): PreviewPages {
  const own = TIMEFRAME_SECONDS[timeframe];
  const base =
    TIMEFRAMES.findLast(
      (each) => TIMEFRAME_SECONDS[each] <= own && (expiryMinutes * 60) % TIMEFRAME_SECONDS[each] === 0,
    ) ?? '1m';
  const candles = PREVIEW_CANDLES + WARM_UP;
  const ratio = own / TIMEFRAME_SECONDS[base];
  const needed = base === timeframe ? candles : PREVIEW_CANDLES * ratio;
  return { candles, base: { timeframe: base, candles: Math.min(LIMITS.candlesMaxLimit, Math.ceil(needed)) } };
}
