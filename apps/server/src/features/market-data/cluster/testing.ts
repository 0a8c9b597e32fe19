import type { PriceFeed } from '@vigia/broker-kit/port';
import { SimulatedFeed } from '@vigia/broker-simulated';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { type Held, LostOwnership, type Ownership } from '#platform/ownership/ownership.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { PublicFeed } from '../markets/markets.ts';
import { CANDLE_CLOSED, type CandleClosedMessage, MARKET_OPENED, TICK, type TickMessage } from '../topics.ts';
import { createClusterMarkets } from './outside.ts';
import { TestNetwork } from './testing-network.ts';

export const SEED = 42;
export const ASSETS = SIMULATED_ASSETS.slice(0, 2);

/** 30 s into a minute near the real day, for which there are partitions. */
const startMs = (): number => Math.floor(systemClock.now() / 60_000) * 60_000 + 30_000;

/** Several processes on one database and one clock. Whoever was given the last fence is the owner; which may not be told. */
export class ClusterWorld {
  readonly clock = new ManualClock(startMs());
  readonly network = new TestNetwork();
  readonly publicFeeds = new Map<PriceSource, () => Promise<PublicFeed | null>>();
  readonly #db: Database;
  readonly #stops: (() => Promise<void>)[] = [];
  #fence = 0n;
  /** Owners that cannot be sure any more. */
  readonly untrusted = new Set<bigint>();

  constructor(db: Database) {
    this.#db = db;
  }

  process(name: string, feed: () => PriceFeed = () => this.simulated()) {
    const { network, clock, publicFeeds } = this;
    const bus = network.bus(name);
    const heard = { ticks: [] as TickMessage[], closed: [] as CandleClosedMessage[], opened: [] as PriceSource[] };
    bus.subscribe(TICK, (message) => void heard.ticks.push(message));
    bus.subscribe(CANDLE_CLOSED, (message) => void heard.closed.push(message));
    bus.subscribe(MARKET_OPENED, ({ source }) => void heard.opened.push(source));
    const registry = new Registry();
    const { markets, outside } = createClusterMarkets({
      ...{ bus, clock, publicFeeds, db: this.#db, calls: network.calls(name), ownership: this.#ownership() },
      ...{ historyDays: 1, metrics: registry, log: createLogger('silent'), payoutSeed: SEED },
      brokers: { catalog: () => [], sessionsAt: () => [] },
      ownSource: 'simulated',
      openOwn: async () => ({ feed: feed(), close: async () => undefined }),
    });
    this.#stops.push(() => markets.stop());
    return { name, bus, heard, markets, outside, registry };
  }

  /** Lets a process own the feeds; until then the owner before, if any, has not noticed. */
  async own({ outside }: ReturnType<ClusterWorld['process']>): Promise<Held> {
    this.#fence += 1n;
    const fence = this.#fence;
    const held: Held = { name: 'outside', fence, isTrusted: () => !this.untrusted.has(fence) };
    await this.driven(outside.take(held));
    this.#stops.unshift(() => outside.giveUp());
    return held;
  }

  simulated(): SimulatedFeed {
    return new SimulatedFeed(this.clock, SEED, ASSETS);
  }

  /** Lets answers arrive while the clock is driven, until the work is done. */
  async driven<T>(work: Promise<T>, stepMs = 1): Promise<T> {
    const progress = { isDone: false };
    const watched = work.finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) await this.#step(stepMs);
    return watched;
  }

  /** Time goes by, and what it brings is done. */
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

  #ownership(): Pick<Ownership, 'fence'> {
    return {
      fence: async (_tx, { name, fence }) => {
        if (fence !== this.#fence) throw new LostOwnership(name);
      },
    };
  }
}
