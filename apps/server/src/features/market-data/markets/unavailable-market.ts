import { columnsOf } from '@vigia/core/candles';
import { type Clock, err, ok } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { findStoredTick } from '../find-tick.ts';
import type { MarketData } from '../market-data.ts';
import { NO_SECOND_CANDLES } from '../second-candles.ts';
import { PRICE_GIVE_UP_MS } from './broker-feed.ts';

/**
 * Returns true for a source that runs only as the server's default source. While another source is the default, such a
 * source sends nothing.
 */
export const runsOnlyAsDefaultSource = (source: PriceSource): boolean => source === 'simulated' || source === 'replay';

/**
 * Creates the market of a source that is not open. It has no assets and no prices. Decisions that need it wait for a
 * day; then its stored ticks decide. For a source that has ended (`isOver`), stored ticks decide at once.
 */
export function createUnavailableMarket(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  source: PriceSource,
  isOver: boolean,
): MarketData {
  const isLost = (timeMs: number): boolean => isOver || timeMs < clock.now() - PRICE_GIVE_UP_MS;
  return {
    source,
    assets: () => [],
    asset: () => undefined,
    latest: () => null,
    firstAfter: () => null,
    day: () => null,
    dayCurve: () => [],
    condition: () => ({ state: 'stale', ageMs: null }),
    status: () => ({ state: 'starting', staleSymbols: [], lastTickAgeMs: null }),
    payoutBp: () => null,
    knownThroughMs: () => (isOver ? Infinity : null),
    priceBefore: async (ofSource, symbol, timeMs) =>
      isLost(timeMs) ? ok(await findStoredTick(sql, ofSource, symbol, timeMs)) : err('unreachable'),
    candles: async () => [],
    secondCandles: async () => NO_SECOND_CANDLES,
    followedSecondCandles: () => [],
    historyFloor: () => 0,
    forming: () => null,
    history1m: async () => columnsOf([]),
    start: async () => undefined,
    stop: async () => undefined,
    historyFilled: async () => undefined,
  };
}
