import type { Cancel, IdSource } from '@vigia/core/kernel';
import type { MarketKey } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Calls } from '#platform/calls/calls.ts';
import type { Cluster, LeaseHandle, SingletonWork } from '#platform/cluster/cluster.ts';
import type { Brokers } from '../../brokers/index.ts';
import { type Markets, type MarketsDeps, type PublicFeed, RunningMarkets } from '../markets/markets.ts';
import { createMarketMetrics, type MarketMetrics } from '../register-metrics.ts';
import { SOURCE_CHOSEN } from '../topics.ts';
import { PriceCarrier } from './price-carrier.ts';
import { publishMarket } from './published-market.ts';
import { RemotePriceSessions } from './remote-price-sessions.ts';
import { ReplicaMarkets } from './replica-markets.ts';

export type ClusterMarketsDeps = Omit<MarketsDeps, 'feed'> & {
  readonly calls: Calls;
  readonly cluster: Pick<Cluster, 'fence'>;
  readonly ids: IdSource;
  readonly brokers: Pick<Brokers, 'catalog' | 'connectionOf'>;
  readonly ownSource: PriceSource;
  /** Opens the server's default feed, in the process that owns it. If it rejects, the caller retries. */
  readonly openOwn: () => Promise<PublicFeed>;
  /** Key of the payout model of all public sources. */
  readonly payoutKey: MarketKey;
};

/**
 * Creates the markets of one process of a cluster. `markets` are replicas, in every process. `log` runs in the one
 * process that owns the feeds. `carrier` sends it the prices of the broker sessions in this process.
 */
export function createClusterMarkets(deps: ClusterMarketsDeps): {
  readonly markets: Markets;
  readonly log: SingletonWork;
  readonly carrier: PriceCarrier;
} {
  const metrics = createMarketMetrics(deps.metrics);
  const others = [...deps.publicFeeds.keys(), ...deps.brokers.catalog().map(({ id }) => id)];
  const markets = new ReplicaMarkets({ ...deps, others, sql: deps.db.sql, metrics });
  return { markets, log: new LoggedMarkets(deps, metrics), carrier: new PriceCarrier(deps) };
}

/** Runs the price feeds while this process holds their lease. */
class LoggedMarkets implements SingletonWork {
  readonly #deps: ClusterMarketsDeps;
  readonly #metrics: MarketMetrics;
  #end: () => Promise<void> = async () => undefined;

  constructor(deps: ClusterMarketsDeps, metrics: MarketMetrics) {
    this.#deps = deps;
    this.#metrics = metrics;
  }

  async start(held: LeaseHandle): Promise<void> {
    const { bus, openOwn } = this.#deps;
    // Cleans up after an earlier start that failed halfway.
    await this.stop();
    const own = await openOwn();
    const markets = this.#run(held, own);
    const cancel: Cancel = bus.subscribe(SOURCE_CHOSEN, () => void markets.syncFeeds());
    this.#end = async () => {
      cancel();
      await markets.stop();
      await own.close();
    };
    await markets.start().catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
  }

  async stop(): Promise<void> {
    const end = this.#end;
    this.#end = async () => undefined;
    await end();
  }

  /** Runs the markets without publishing their events in this process, because the replica here publishes them. */
  #run(held: LeaseHandle, { feed }: PublicFeed): RunningMarkets {
    const { bus, calls, cluster } = this.#deps;
    return new RunningMarkets(
      { ...this.#deps, feed },
      {
        metrics: this.#metrics,
        publisher: { publish: () => undefined },
        priceSessions: new RemotePriceSessions(this.#deps),
        open: (marketDeps) => publishMarket({ held, bus, calls, cluster }, marketDeps),
      },
    );
  }
}
