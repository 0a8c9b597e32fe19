import { checkExpiry } from '@vigia/core/pcr';
import type { TradeLength } from '@vigia/core/trades';
import { LIMITS, TIMEFRAME_SECONDS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { PREVIEW_CANDLES } from './preview.ts';

/**
 * Number of warm-up candles before the counted candles. Indicators are stable after twice their longest usual period.
 */
const WARM_UP = 400;

/** Numbers of candles that a preview needs: candles of the setup's timeframe, and candles that decide outcomes. */
export type PreviewPages = {
  readonly candles: number;
  readonly base: { readonly timeframe: Timeframe; readonly candles: number };
};

/**
 * Returns the candles that a preview needs. Outcomes are decided by the largest timeframe whose candles end at every
 * expiry, because a replay refuses any other timeframe (docs/spec/pcr.md §6). No candles can decide trades of seconds
 * or ticks.
 */
export function previewCandlePages(timeframe: Timeframe, length: TradeLength): PreviewPages {
  const own = TIMEFRAME_SECONDS[timeframe];
  const base =
    TIMEFRAMES.findLast((each) => TIMEFRAME_SECONDS[each] <= own && checkExpiry(TIMEFRAME_SECONDS[each], length).ok) ??
    '1m';
  const candles = PREVIEW_CANDLES + WARM_UP;
  const ratio = own / TIMEFRAME_SECONDS[base];
  const needed = base === timeframe ? candles : PREVIEW_CANDLES * ratio;
  return { candles, base: { timeframe: base, candles: Math.min(LIMITS.candlesMaxLimit, Math.ceil(needed)) } };
}
