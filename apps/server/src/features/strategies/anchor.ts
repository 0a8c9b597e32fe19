import { bucketOf } from '@vigia/core/candles';
import { StrategyFold, type StrategyRules } from '@vigia/core/strategies';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { StrategyDeps, StrategyMarket } from './deps.ts';
import type { VersionStart } from './strategy.repository.ts';

const DAY_S = 86_400;
/** Longest lookback in seconds. It is shorter than the history that every price source backfills. */
const LOOKBACK_MAX_S = 28 * DAY_S;
/**
 * Warm-up of an indicator in multiples of its average's length. After the warm-up, earlier candles weigh less than a
 * millionth.
 */
const WARM_UPS = 8;

/**
 * Returns the time from which a new version reads candles. It is far enough back for warm indicators. It is the start
 * of a day, so that strategies with equal rules of one day share one evaluation. The function uses the market's time,
 * because a recording may be years behind the clock.
 */
export function startOfVersion(
  { own }: Pick<StrategyDeps['markets'], 'own'>,
  market: Pick<StrategyMarket, 'source' | 'latest' | 'historyFloor'>,
  { rules, asset, timeframe }: { readonly rules: StrategyRules; readonly asset: string; readonly timeframe: Timeframe },
  nowMs: number,
): VersionStart {
  const liveSinceMs = market.latest(asset)?.timeMs ?? nowMs;
  const seconds = TIMEFRAME_SECONDS[timeframe];
  // Rules without conditions, as those of signals from outside, need no candles.
  const wanted = rules.type === 'external' ? 0 : WARM_UPS * new StrategyFold(rules, seconds).warmUp * seconds;
  const lookback = Math.min(Math.max(wanted, DAY_S), LOOKBACK_MAX_S);
  const anchorTime = Math.max(market.historyFloor(), bucketOf(liveSinceMs / 1_000 - lookback, DAY_S));
  return { priceSource: market.source === own.source ? null : market.source, anchorTime, liveSinceMs };
}
