import { bucketOf } from '@vigia/core/candles';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { PcrDeps, PcrMarket } from './deps.ts';
import type { VersionStart } from './setup.repository.ts';

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/** Enough for every average of the defaults to have forgotten where it began, and for zones to lie in wait. */
const LOOKBACK_CANDLES = 288;
/** As far back as a source fills its history. */
const LOOKBACK_MAX_S = 30 * DAY_S;

/**
 * Where the fold of a new version begins, and since when it signals: now, by the time of its market, for a recording has
 * a time of its own. On a whole candle, and the same for all that begin in one hour: setups alike share their evaluation.
 */
export function versionStart(
  { own }: Pick<PcrDeps['markets'], 'own'>,
  market: PcrMarket,
  asset: string,
  timeframe: Timeframe,
  nowMs: number,
): VersionStart {
  const liveSinceMs = market.latest(asset)?.timeMs ?? nowMs;
  const step = Math.max(HOUR_S, TIMEFRAME_SECONDS[timeframe]);
  const lookback = Math.min(Math.max(DAY_S, LOOKBACK_CANDLES * TIMEFRAME_SECONDS[timeframe]), LOOKBACK_MAX_S);
  const anchorTime = Math.max(market.historyFloor(), bucketOf(liveSinceMs / 1_000, step) - lookback);
  return { priceSource: market.source === own.source ? null : market.source, anchorTime, liveSinceMs };
}
