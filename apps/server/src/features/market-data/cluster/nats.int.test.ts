import { SimulatedFeed } from '@vigia/broker-simulated';
import { demoKey, demoMarket } from '@vigia/core/market-model';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NatsBus } from '#platform/bus/nats-bus.ts';
import { NatsCalls } from '#platform/calls/nats-calls.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { describeWithNats } from '#platform/nats/testing-describe.ts';
import { openTestLink } from '#platform/nats/testing-link.ts';
import { startTestNats, type TestNats } from '#platform/nats/testing-nats.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { TICK, type TickMessage } from '../topics.ts';
import { createClusterMarkets } from './cluster-markets.ts';
import { MARKET_LOG } from './market-log.ts';
import { ASSETS, SEED } from './testing.ts';

const SYMBOL = 'EURUSD';
const WAIT = { timeout: 40_000, interval: 50 };
const log = createLogger('silent');

describeWithNats('the feeds of several processes over NATS', () => {
  let nats: TestNats;
  let test: TestDatabase;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    [nats, test] = await Promise.all([startTestNats(), createTestDatabase()]);
    const day = (offset: number) => new Date(systemClock.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await test.db.sql`SELECT ensure_day_partitions(${day(-1)}, ${day(2)})`;
  });
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    await nats.stop();
    await test.close();
  });

  const newFeed = () => new SimulatedFeed(systemClock, demoMarket(SEED), ASSETS);

  async function process() {
    const link = await openTestLink(nats.url);
    const bus = new NatsBus({ link, space: 'test', clock: systemClock, log });
    const ticks: TickMessage[] = [];
    bus.subscribe(TICK, (tick) => void ticks.push(tick));
    const { markets, log: feeds } = createClusterMarkets({
      ids: randomIds,
      bus,
      log,
      clock: systemClock,
      db: test.db,
      publicFeeds: new Map(),
      ownSource: 'simulated',
      historyDays: 1,
      metrics: new Registry(),
      payoutKey: demoKey(SEED),
      cluster: { fence: async () => undefined },
      calls: new NatsCalls({ link, space: 'test', log }),
      brokers: { catalog: () => [], connectionOf: () => null },
      openOwn: async () => ({ feed: newFeed(), close: async () => undefined }),
    });
    stops.push(
      () => link.close(),
      () => markets.stop(),
    );
    return { markets, feeds, ticks };
  }

  it('lose nothing in a replica, even after NATS was unavailable for a time', async () => {
    const [owner, follower] = await Promise.all([process(), process()]);
    await owner.feeds.start({ name: MARKET_LOG, fence: 1n, isFresh: () => true });
    stops.push(() => owner.feeds.stop());
    await Promise.all([owner.markets.start(), follower.markets.start()]);
    const latestMs = () => follower.markets.own.latest(SYMBOL)?.timeMs ?? 0;
    const beginMs = latestMs();
    await expect.poll(latestMs, WAIT).toBeGreaterThan(beginMs);
    await nats.kill();
    await expect.poll(() => follower.markets.own.condition(SYMBOL).state, WAIT).toBe('stale');
    await nats.startAgain();
    const againMs = systemClock.now();
    await expect.poll(latestMs, WAIT).toBeGreaterThan(againMs);
    await expect.poll(() => follower.markets.own.condition(SYMBOL).state, WAIT).toBe('live');
    const heard = follower.ticks.filter(({ symbol, timeMs }) => symbol === SYMBOL && timeMs > beginMs);
    const real = await newFeed().historyTicks(SYMBOL, beginMs + 1, (heard.at(-1)?.timeMs ?? 0) + 1);
    expect(heard.map(({ timeMs }) => timeMs)).toEqual(real.ok && [...real.value.timeMs]);
    const expiryMs = againMs - 500;
    expect(follower.markets.knownThroughMs('simulated', SYMBOL)).toBeGreaterThan(expiryMs);
    expect(await follower.markets.priceBefore('simulated', SYMBOL, expiryMs)).toEqual(
      await owner.markets.priceBefore('simulated', SYMBOL, expiryMs),
    );
  });
});
