import { bucketOf } from '@vigia/core/candles';
import { createStrategyFold, type StrategyRules } from '@vigia/core/strategies';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { StrategyDeps, StrategyMarket } from './deps.ts';
import type { VersionStart } from './strategy.repository.ts';

const DAY_S = 86_400;
/** Within what every source fills of its history. */
const LOOKBACK_MAX_S = 28 * DAY_S;
/** An average forgets what came before it: after so many times its length, all but a part in a million. */
const WARM_UPS = 8;

/**
 * Where a new version's fold begins: far enough back that its indicators are warm, on a whole day, so that all strategies of
 * equal rules made on that day share one fold. A recording has its own time, which may be years behind the clock.
 */
export function startOfVersion(
  { own }: Pick<StrategyDeps['markets'], 'own'>,
  market: Pick<StrategyMarket, 'source' | 'latest' | 'historyFloor'>,
  { rules, asset, timeframe }: { readonly rules: StrategyRules; readonly asset: string; readonly timeframe: Timeframe },
  nowMs: number,
): VersionStart {
  const liveSinceMs = market.latest(asset)?.timeMs ?? nowMs;
  const seconds = TIMEFRAME_SECONDS[timeframe];
  const wanted = WARM_UPS * createStrategyFold(rules, seconds).warmUp * seconds;
  const lookback = Math.min(Math.max(wanted, DAY_S), LOOKBACK_MAX_S);
  const anchorTime = Math.max(market.historyFloor(), bucketOf(liveSinceMs / 1_000 - lookback, DAY_S));
  return { priceSource: market.source === own.source ? null : market.source, anchorTime, liveSinceMs };
}
