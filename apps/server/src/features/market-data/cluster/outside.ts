import type { Cancel } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Calls } from '#platform/calls/calls.ts';
import type { Held, OwnedWork, Ownership } from '#platform/ownership/ownership.ts';
import { type Markets, type MarketsDeps, type PublicFeed, RunningMarkets } from '../markets/markets.ts';
import { createMarketMetrics, type MarketMetrics } from '../register-metrics.ts';
import { SOURCE_CHOSEN } from '../topics.ts';
import { FollowedMarkets } from './followed-markets.ts';
import { tellMarket } from './told-market.ts';

export type ClusterMarketsDeps = Omit<MarketsDeps, 'feed'> & {
  readonly calls: Calls;
  readonly ownership: Pick<Ownership, 'fence'>;
  readonly ownSource: PriceSource;
  /** Opens the server's own feed, wherever it is owned; a rejection leaves it to be tried again. */
  readonly openOwn: () => Promise<PublicFeed>;
  /** Of the model of payouts that public sources share. */
  readonly payoutSeed: number;
};

/**
 * The markets of one of several processes. `markets` follows; `outside` is the work of the one process that owns the feeds,
 * which its own `markets` follow like everybody's.
 */
export function createClusterMarkets(deps: ClusterMarketsDeps): {
  readonly markets: Markets;
  readonly outside: OwnedWork;
} {
  const metrics = createMarketMetrics(deps.metrics);
  const others = [...deps.publicFeeds.keys(), ...deps.brokers.catalog().map(({ id }) => id)];
  const markets = new FollowedMarkets({ ...deps, others, sql: deps.db.sql, metrics });
  return { markets, outside: new OutsideMarkets(deps, metrics) };
}

/** Runs the feeds for as long as this process owns them. */
class OutsideMarkets implements OwnedWork {
  readonly #deps: ClusterMarketsDeps;
  readonly #metrics: MarketMetrics;
  #end: () => Promise<void> = async () => undefined;

  constructor(deps: ClusterMarketsDeps, metrics: MarketMetrics) {
    this.#deps = deps;
    this.#metrics = metrics;
  }

  async take(held: Held): Promise<void> {
    const { bus, openOwn } = this.#deps;
    // Of a take that came to nothing further on.
    await this.giveUp();
    const own = await openOwn();
    const markets = this.#run(held, own);
    const cancel: Cancel = bus.subscribe(SOURCE_CHOSEN, () => void markets.look());
    this.#end = async () => {
      cancel();
      await markets.stop();
      await own.close();
    };
    await markets.start().catch(async (error: unknown) => {
      await this.giveUp();
      throw error;
    });
  }

  async giveUp(): Promise<void> {
    const end = this.#end;
    this.#end = async () => undefined;
    await end();
  }

  /** What it tells within this process nobody hears: followers tell it here too. */
  #run(held: Held, { feed }: PublicFeed): RunningMarkets {
    const { bus, calls, ownership } = this.#deps;
    return new RunningMarkets(
      { ...this.#deps, feed },
      {
        metrics: this.#metrics,
        tell: { publish: () => undefined },
        open: (marketDeps) => tellMarket({ held, bus, calls, ownership }, marketDeps),
      },
    );
  }
}
