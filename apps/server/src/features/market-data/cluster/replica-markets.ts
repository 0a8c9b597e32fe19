import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { MarketKey } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { MarketData } from '../market-data.ts';
import { readSourceOfUser } from '../markets/choices.repository.ts';
import type { Markets } from '../markets/markets.ts';
import { createUnavailableMarket, runsOnlyAsDefaultSource } from '../markets/unavailable-market.ts';
import type { MarketMetrics } from '../register-metrics.ts';
import { MARKET_OPENED } from '../topics.ts';
import { FeedLogClient } from './feed-log-client.ts';
import { MarketLogReader } from './log-reader.ts';

/**
 * Longest time in milliseconds for which a start waits for a lease holder of the feed. After that the server starts
 * without the market, which opens later.
 */
const WAIT_FOR_OWNER_MS = 30_000;

export type ReplicaMarketsDeps = {
  readonly ownSource: PriceSource;
  /** Sources that may be opened besides the server's own. */
  readonly others: readonly PriceSource[];
  readonly bus: Bus;
  readonly calls: Pick<Calls, 'ask'>;
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: MarketMetrics;
  readonly historyDays: number;
  readonly payoutKey: MarketKey;
};

/**
 * Replicas of the markets that the lease holder of the feeds runs. Every process uses replicas, even the lease holder.
 */
export class ReplicaMarkets implements Markets {
  readonly own: MarketData;
  readonly #deps: ReplicaMarketsDeps;
  readonly #followers = new Map<PriceSource, MarketLogReader>();
  readonly #markets = new Map<PriceSource, MarketData>();
  #ownOpened: () => void = () => undefined;
  #cancelWait: Cancel = () => undefined;

  constructor(deps: ReplicaMarketsDeps) {
    this.#deps = deps;
    for (const source of new Set([deps.ownSource, ...deps.others])) {
      const follower = new MarketLogReader({
        ...deps,
        source,
        feedLog: this.#feedLog(source),
        onOpened: () => this.#opened(source),
      });
      this.#followers.set(source, follower);
      this.#markets.set(source, followedMarket(deps, source, follower));
    }
    this.own = this.at(deps.ownSource);
  }

  at(source: PriceSource | null): MarketData {
    if (source === null) return this.own;
    const known = this.#markets.get(source);
    if (known !== undefined) return known;
    const away = createUnavailableMarket(this.#deps, source, runsOnlyAsDefaultSource(source));
    this.#markets.set(source, away);
    return away;
  }

  isOpen(source: PriceSource): boolean {
    return this.#followers.get(source)?.opened != null;
  }

  sourceOf(userId: string, sql: Sql = this.#deps.sql): Promise<PriceSource> {
    return readSourceOfUser(sql, this.#deps.ownSource, userId);
  }

  knownThroughMs(source: PriceSource, symbol: string): number | null {
    return this.at(source).knownThroughMs(source, symbol);
  }

  priceBefore(source: PriceSource, symbol: string, timeMs: number): ReturnType<MarketData['priceBefore']> {
    return this.at(source).priceBefore(source, symbol, timeMs);
  }

  /** Does nothing, because the lease holder syncs its feeds when a choice is published. */
  async syncFeeds(): Promise<void> {}

  async start(): Promise<void> {
    const { clock, log } = this.#deps;
    const ownOpened = new Promise<void>((resolve) => {
      this.#ownOpened = resolve;
    });
    for (const follower of this.#followers.values()) follower.start();
    this.#cancelWait = clock.after(durationMs(WAIT_FOR_OWNER_MS), () => {
      log.warn('no process owns the feed yet: its market opens later');
      this.#ownOpened();
    });
    await ownOpened;
    this.#cancelWait();
  }

  async stop(): Promise<void> {
    this.#cancelWait();
    this.#ownOpened();
    await Promise.all([...this.#followers.values()].map((follower) => follower.stop()));
  }

  #feedLog(source: PriceSource): FeedLogClient {
    return new FeedLogClient({ ...this.#deps, source });
  }

  #opened(source: PriceSource): void {
    this.#deps.bus.publish(MARKET_OPENED, { source });
    if (source === this.#deps.ownSource) this.#ownOpened();
  }
}

/**
 * Returns the replica of a source. It is empty until the first message of the lease holder arrives. The server decides
 * nothing on an empty market.
 */
function followedMarket(
  deps: Pick<ReplicaMarketsDeps, 'sql' | 'clock' | 'ownSource'>,
  source: PriceSource,
  follower: MarketLogReader,
): MarketData {
  const away = createUnavailableMarket(deps, source, source !== deps.ownSource && runsOnlyAsDefaultSource(source));
  const now = () => follower.opened?.data ?? away;
  return {
    source,
    assets: () => now().assets(),
    asset: (symbol) => now().asset(symbol),
    latest: (symbol) => now().latest(symbol),
    firstAfter: (symbol, timeMs) => now().firstAfter(symbol, timeMs),
    day: (symbol) => now().day(symbol),
    dayCurve: (symbol) => now().dayCurve(symbol),
    condition: (symbol) => now().condition(symbol),
    status: () => now().status(),
    payoutBp: (symbol, length, atMs) => now().payoutBp(symbol, length, atMs),
    knownThroughMs: (ofSource, symbol) => now().knownThroughMs(ofSource, symbol),
    priceBefore: (ofSource, symbol, timeMs) => now().priceBefore(ofSource, symbol, timeMs),
    candles: (symbol, timeframe, page) => now().candles(symbol, timeframe, page),
    secondCandles: (symbol, timeframe, page) => now().secondCandles(symbol, timeframe, page),
    followedSecondCandles: (symbol, timeframe) => now().followedSecondCandles(symbol, timeframe),
    historyFloor: () => now().historyFloor(),
    forming: (symbol, timeframe) => now().forming(symbol, timeframe),
    history1m: (symbol, fromTime) => now().history1m(symbol, fromTime),
    start: async () => undefined,
    stop: async () => undefined,
    historyFilled: async () => undefined,
  };
}
