import type { BrokerConnections } from '#features/brokers/index.ts';
import { createClusterMarkets, createMarkets, type Markets, type PriceCarrier } from '#features/market-data/index.ts';
import type { SingletonWork } from '#platform/cluster/cluster.ts';
import type { Foundation } from './foundation.ts';

/**
 * Creates the markets of this process. In a cluster, `log` is the work that runs the price feeds, and `carrier` passes
 * the prices of broker sessions to the market log. Both are null if this process has its own price feed.
 */
export function buildMarkets(
  base: Foundation,
  brokers: BrokerConnections,
): { readonly markets: Markets; readonly log: SingletonWork | null; readonly carrier: PriceCarrier | null } {
  const { ownMarket } = base;
  const log = base.log.child({ feature: 'market-data' });
  const deps = { ...base, brokers, log, metrics: base.metrics.registry };
  if (ownMarket.kind === 'here')
    return { markets: createMarkets({ ...deps, feed: ownMarket.feed }), log: null, carrier: null };
  const { source: ownSource, open: openOwn, payoutKey } = ownMarket;
  return createClusterMarkets({ ...deps, ownSource, openOwn, payoutKey });
}
