import { bucketOf } from '@vigia/core/candles';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { PcrDeps, PcrMarket } from '../deps.ts';
import type { VersionStart } from './setup.repository.ts';

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/**
 * Number of candles of history for a new version. It is enough to stabilise all default averages and to form price
 * zones.
 */
const LOOKBACK_CANDLES = 288;
/** Longest lookback in seconds: the length of the history that a price source backfills. */
const LOOKBACK_MAX_S = 30 * DAY_S;

/**
 * Returns the time from which a new version processes candles, and the time from which it gives signals. The second
 * time is the current market time, which differs from the clock for a recording. Versions created within one hour start
 * on the same whole candle, so that setups with equal rules share their evaluation.
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
