import type { PriceFeed } from '@vigia/broker-kit/port';
import { SimulatedFeed } from '@vigia/broker-simulated';
import { demoKey, demoMarket, SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { systemClock } from '#platform/clock/system-clock.ts';
import { type Cluster, type LeaseHandle, LeaseLostError } from '#platform/cluster/cluster.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { Brokers } from '../../brokers/index.ts';
import type { PublicFeed } from '../markets/markets.ts';
import { CANDLE_CLOSED, type CandleClosedMessage, MARKET_OPENED, TICK, type TickMessage } from '../topics.ts';
import { createClusterMarkets } from './cluster-markets.ts';
import { MARKET_LOG } from './market-log.ts';
import { TestNetwork } from './testing-network.ts';

export const SEED = 42;
export const ASSETS = SIMULATED_ASSETS.slice(0, 2);
const NO_BROKERS: Pick<Brokers, 'catalog' | 'connectionOf'> = { catalog: () => [], connectionOf: () => null };

/**
 * Returns second 30 of the current minute. The real date is needed, because the database has partitions only for the
 * days around it.
 */
const startMs = (): number => Math.floor(systemClock.now() / 60_000) * 60_000 + 30_000;

/**
 * Several processes on one database and one clock. The holder of the latest fencing token is the lease holder, even
 * before the other processes notice.
 */
export class ClusterWorld {
  readonly clock = new ManualClock(startMs());
  readonly network = new TestNetwork();
  readonly publicFeeds = new Map<PriceSource, () => Promise<PublicFeed | null>>();
  readonly #db: Database;
  readonly #stops: (() => Promise<void>)[] = [];
  #fence = 0n;
  /** Fencing tokens of lease holders that are not sure of their lease. */
  readonly untrusted = new Set<bigint>();

  constructor(db: Database) {
    this.#db = db;
  }

  process(
    name: string,
    feed: () => PriceFeed = () => this.simulated(),
    brokers: Pick<Brokers, 'catalog' | 'connectionOf'> = NO_BROKERS,
  ) {
    const { network, clock, publicFeeds } = this;
    const bus = network.bus(name);
    const heard = { ticks: [] as TickMessage[], closed: [] as CandleClosedMessage[], opened: [] as PriceSource[] };
    bus.subscribe(TICK, (message) => void heard.ticks.push(message));
    bus.subscribe(CANDLE_CLOSED, (message) => void heard.closed.push(message));
    bus.subscribe(MARKET_OPENED, ({ source }) => void heard.opened.push(source));
    const registry = new Registry();
    const { markets, log, carrier } = createClusterMarkets({
      ids: randomIds,
      brokers,
      bus,
      clock,
      publicFeeds,
      db: this.#db,
      calls: network.calls(name),
      cluster: this.#cluster(),
      historyDays: 1,
      metrics: registry,
      log: createLogger('silent'),
      payoutKey: demoKey(SEED),
      ownSource: 'simulated',
      openOwn: async () => ({ feed: feed(), close: async () => undefined }),
    });
    this.#stops.push(() => markets.stop());
    return { name, bus, heard, markets, feeds: log, carrier, registry };
  }

  /** Makes a process the lease holder of the feeds without notifying the previous lease holder. */
  async own({ feeds }: ReturnType<ClusterWorld['process']>): Promise<LeaseHandle> {
    this.#fence += 1n;
    const fence = this.#fence;
    const held: LeaseHandle = { name: MARKET_LOG, fence, isFresh: () => !this.untrusted.has(fence) };
    await this.driven(feeds.start(held));
    this.#stops.unshift(() => feeds.stop());
    return held;
  }

  simulated(): SimulatedFeed {
    return new SimulatedFeed(this.clock, demoMarket(SEED), ASSETS);
  }

  /** Advances the clock until the work is done, so that its timers fire. */
  async driven<T>(work: Promise<T>, stepMs = 1): Promise<T> {
    const progress = { isDone: false };
    const watched = work.finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) await this.#step(stepMs);
    return watched;
  }

  /** Advances the clock step by step, and waits for the work that each step starts. */
  async passes(ms: number, stepMs = 50): Promise<void> {
    const endMs = this.clock.now() + ms;
    while (this.clock.now() < endMs) await this.#step(stepMs);
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.#step(10);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) await this.driven(stop());
  }

  async #step(ms: number): Promise<void> {
    this.clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  }

  #cluster(): Pick<Cluster, 'fence'> {
    return {
      fence: async (_tx, { name, fence }) => {
        if (fence !== this.#fence) throw new LeaseLostError(name);
      },
    };
  }
}
