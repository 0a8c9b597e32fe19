import type { Broker, PriceFeed } from '@vigia/broker-kit/port';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Registry } from 'prom-client';
import type { Bus } from '#platform/bus/bus.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { ACCOUNT_CHOSEN } from '../../accounts/index.ts';
import { BROKER_CONNECTED, type Brokers } from '../../brokers/index.ts';
import { createMarketData, type MarketDataDeps } from '../create-market-data.ts';
import type { MarketData } from '../market-data.ts';
import { createMarketMetrics, type MarketMetrics } from '../register-metrics.ts';
import { MARKET_OPENED, SOURCE_CHOSEN } from '../topics.ts';
import { selectWatchedAssets } from './broker-assets.ts';
import { BrokerFeed } from './broker-feed.ts';
import { readChoices, readNeededSources, readSourceOfUser, sourceOfChoice } from './choices.repository.ts';
import { localPriceSessions, type PriceSessions } from './price-sessions.ts';
import { createUnavailableMarket, runsOnlyAsDefaultSource } from './unavailable-market.ts';

const LOOK_EVERY_MS = durationMs(5_000);
/** Delay in milliseconds before another attempt to open a public source that did not answer. */
const ASK_AGAIN_MS = 30_000;
/**
 * Largest history in days that is filled from a broker. Brokers return it in parts of about 1,000 candles per customer.
 */
const BROKER_HISTORY_DAYS = 7;
const BROKER_SLICE_S = 16 * 3_600;

/** An open feed, and the function that closes it. */
export type PublicFeed = { readonly feed: PriceFeed; close(): Promise<void> };

export type MarketsDeps = Omit<MarketDataDeps, 'feed' | 'metrics' | 'bus'> & {
  readonly bus: Bus;
  /** The feed with which the server was started. */
  readonly feed: PriceFeed;
  readonly metrics: Registry;
  readonly brokers: Pick<Brokers, 'catalog'>;
  /**
   * Functions that open the sources that every user can choose without an account at a broker. A call resolves to null
   * if the source does not answer.
   */
  readonly publicFeeds: ReadonlyMap<PriceSource, () => Promise<PublicFeed | null>>;
};

/** The markets that run concurrently, for other features. */
export interface MarketsOf<Market> extends Pick<MarketData, 'knownThroughMs' | 'priceBefore'> {
  /** The market with which the server was started. */
  readonly own: Market;
  /**
   * Returns the market of a source; null selects the server's default source. A market that is not open has no assets
   * and no prices.
   */
  at(source: PriceSource | null): Market;
  /**
   * Returns the source whose prices a user sees and paper-trades on. It is the chosen broker while an account at a
   * broker is chosen, otherwise the chosen source.
   */
  sourceOf(userId: string, sql?: Sql): Promise<PriceSource>;
}

/** Returns the market that a user sees. */
export const marketOf = async <Market>(
  markets: Pick<MarketsOf<Market>, 'at' | 'sourceOf'>,
  userId: string,
): Promise<Market> => markets.at(await markets.sourceOf(userId));

/** The server's default market, and one for each other source that a user needs. */
export interface Markets extends MarketsOf<MarketData> {
  /**
   * Returns true if the market is open, which means that its source has been available at some time since the start.
   */
  isOpen(source: PriceSource): boolean;
  /** Opens chosen sources as soon as they are available. Must be called after a user has chosen a source. */
  syncFeeds(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const createMarkets = (deps: MarketsDeps & { readonly brokers: Pick<Brokers, 'sessionsAt'> }): Markets =>
  new RunningMarkets(deps, {
    metrics: createMarketMetrics(deps.metrics),
    publisher: deps.bus,
    priceSessions: localPriceSessions(deps),
    open: createMarketData,
  });

/** Default without users: only sessions of users who chose a broker's prices may carry these prices. */
const NO_USERS: ReadonlySet<string> = new Set();

/** Functions that open and publish the markets of this process. */
export type MarketRunner = {
  readonly metrics: MarketMetrics;
  readonly publisher: Pick<Bus, 'publish'>;
  readonly priceSessions: PriceSessions;
  readonly open: (deps: MarketDataDeps) => MarketData;
};

export class RunningMarkets implements Markets {
  readonly own: MarketData;
  readonly #deps: Omit<MarketsDeps, 'metrics'>;
  readonly #running: MarketRunner;
  /** Sources that can be opened besides the server's own. */
  readonly #others: readonly PriceSource[];
  readonly #open = new Map<PriceSource, MarketData>();
  readonly #away = new Map<PriceSource, MarketData>();
  readonly #feeds = new Map<PriceSource, BrokerFeed>();
  readonly #closes: (() => Promise<void>)[] = [];
  /** Users who see a source or have an automation or open trade on it, by source. */
  #wanted: ReadonlyMap<PriceSource, ReadonlySet<string>> = new Map();
  readonly #askedAtMs = new Map<PriceSource, number>();
  #cancels: Cancel[] = [];
  /** The last sync. Syncs run one at a time; a choice made during a sync is handled by the next one. */
  #syncing: Promise<void> = Promise.resolve();
  #syncsWaiting = 0;
  #isStopped = false;

  constructor(deps: Omit<MarketsDeps, 'metrics'>, running: MarketRunner) {
    this.#deps = deps;
    this.#running = running;
    this.own = running.open({ ...deps, bus: running.publisher, metrics: running.metrics });
    this.#open.set(this.own.source, this.own);
    const sources = [...deps.publicFeeds.keys(), ...deps.brokers.catalog().map(({ id }) => id)];
    this.#others = [...new Set(sources)].filter((source) => source !== this.own.source);
  }

  at(source: PriceSource | null): MarketData {
    if (source === null) return this.own;
    const open = this.#open.get(source) ?? this.#away.get(source);
    if (open !== undefined) return open;
    const { db, clock } = this.#deps;
    const away = createUnavailableMarket({ sql: db.sql, clock }, source, runsOnlyAsDefaultSource(source));
    this.#away.set(source, away);
    return away;
  }

  isOpen(source: PriceSource): boolean {
    return this.#open.has(source);
  }

  sourceOf(userId: string, sql: Sql = this.#deps.db.sql): Promise<PriceSource> {
    return readSourceOfUser(sql, this.own.source, userId);
  }

  knownThroughMs(source: PriceSource, symbol: string): number | null {
    return this.at(source).knownThroughMs(source, symbol);
  }

  priceBefore(source: PriceSource, symbol: string, timeMs: number): ReturnType<MarketData['priceBefore']> {
    return this.at(source).priceBefore(source, symbol, timeMs);
  }

  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    await this.own.start();
    this.#cancels = [
      clock.every(LOOK_EVERY_MS, () => void this.syncFeeds()),
      bus.subscribe(BROKER_CONNECTED, () => void this.syncFeeds()),
      bus.subscribe(ACCOUNT_CHOSEN, ({ userId }) => void this.#accountChosen(userId)),
      this.#running.priceSessions.start(({ userId, brokerId, tick }) =>
        this.#feeds.get(brokerId)?.onTick(userId, tick),
      ),
    ];
    void this.syncFeeds();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
    await this.#syncing;
    for (const market of this.#open.values()) await market.stop();
    for (const close of this.#closes) await close();
  }

  syncFeeds(): Promise<void> {
    if (this.#syncsWaiting > 0) return this.#syncing;
    this.#syncsWaiting += 1;
    this.#syncing = this.#syncing
      .then(() => {
        this.#syncsWaiting -= 1;
        return this.#isStopped ? undefined : this.#look();
      })
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'which prices are wanted is asked again'));
    return this.#syncing;
  }

  async #accountChosen(userId: string): Promise<void> {
    void this.syncFeeds();
    try {
      this.#deps.bus.publish(SOURCE_CHOSEN, { userId, source: await this.sourceOf(userId) });
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a chosen account reaches open screens at their next check');
    }
  }

  async #look(): Promise<void> {
    this.#wanted = await this.#readWanted();
    for (const source of this.#wanted.keys())
      if (!this.isOpen(source) && !this.#isStopped) await this.#tryToOpen(source);
  }

  async #readWanted(): Promise<ReadonlyMap<PriceSource, ReadonlySet<string>>> {
    const { sql } = this.#deps.db;
    const [choices, needed] = await Promise.all([readChoices(sql), readNeededSources(sql, this.#others)]);
    const wanted = new Map<PriceSource, Set<string>>();
    const add = (source: PriceSource, userId: string) =>
      wanted.set(source, (wanted.get(source) ?? new Set()).add(userId));
    for (const choice of choices) add(sourceOfChoice(choice, this.own.source), choice.user_id);
    for (const { source, user_id } of needed) add(source, user_id);
    return wanted;
  }

  async #tryToOpen(source: PriceSource): Promise<void> {
    const { publicFeeds, brokers, clock } = this.#deps;
    const openPublic = publicFeeds.get(source);
    if (openPublic !== undefined) {
      if (clock.monotonicMs() - (this.#askedAtMs.get(source) ?? -Infinity) < ASK_AGAIN_MS) return;
      this.#askedAtMs.set(source, clock.monotonicMs());
      const opened = await openPublic();
      if (opened === null) return;
      this.#closes.push(() => opened.close());
      return this.#run(opened.feed, { historyDays: this.#deps.historyDays });
    }
    const broker = brokers.catalog().find(({ id }) => id === source);
    if (broker === undefined) return;
    const found = await this.#running.priceSessions.find(broker.id, this.#wanted.get(broker.id) ?? NO_USERS);
    const assets = selectWatchedAssets(found?.session.assets() ?? []);
    if (assets.length === 0) return;
    const feed = this.#brokerFeed(broker, assets);
    this.#feeds.set(source, feed);
    const historyDays = Math.min(BROKER_HISTORY_DAYS, this.#deps.historyDays);
    await this.#run(feed, { historyDays, historySliceS: BROKER_SLICE_S });
  }

  #brokerFeed(broker: Broker, assets: ReturnType<typeof selectWatchedAssets>): BrokerFeed {
    const { clock } = this.#deps;
    const { shortestCandleS } = broker.traits;
    const sessions = () => this.#running.priceSessions.at(broker.id, this.#wanted.get(broker.id) ?? NO_USERS);
    return new BrokerFeed({ source: broker.id, assets, shortestCandleS, clock, sessions });
  }

  async #run(feed: PriceFeed, history: Pick<MarketDataDeps, 'historyDays' | 'historySliceS'>): Promise<void> {
    const { source } = feed;
    const log = this.#deps.log.child({ source });
    const { metrics, publisher, open } = this.#running;
    const market = open({ ...this.#deps, log, feed, ...history, metrics, bus: publisher });
    await market.start();
    this.#open.set(source, market);
    this.#away.delete(source);
    publisher.publish(MARKET_OPENED, { source });
  }
}
