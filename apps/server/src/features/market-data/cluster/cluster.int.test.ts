import { type CandleColumns, candleAt, candlesFromTicks } from '@vigia/core/candles';
import { minutesLong } from '@vigia/core/trades';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { SeededRng } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import type { Markets } from '../markets/markets.ts';
import { ScriptedFeed, scriptedAsset } from '../testing.ts';
import {
  type CandleClosedMessage,
  FEED_CHANGED,
  type FeedChangedMessage,
  SOURCE_CHOSEN,
  type TickMessage,
} from '../topics.ts';
import { logTopicOf } from './market-log.ts';
import { ASSETS, ClusterWorld } from './testing.ts';

const SYMBOL = 'EURUSD';
const MINUTE_MS = 60_000;

const ofMinutes = (closed: readonly CandleClosedMessage[]) =>
  closed.filter(({ symbol, timeframe }) => symbol === SYMBOL && timeframe === '1m');
const pricesOf = (ticks: readonly TickMessage[]) =>
  ticks.filter(({ symbol }) => symbol === SYMBOL).map(({ timeMs, price }) => ({ timeMs, price }));

/** Returns the candles that open before a time in epoch seconds, as rows. */
const rowsBefore = (candles: CandleColumns | undefined, until: number): readonly (readonly number[])[] =>
  Array.from(candles?.time ?? [], (time, row) =>
    [time, candles?.open[row], candles?.high[row], candles?.low[row], candles?.close[row]].map((each) => each ?? NaN),
  ).filter(([time = Infinity]) => time < until);

describe('the price feeds of several processes', () => {
  let test: TestDatabase;
  let world: ClusterWorld;

  beforeEach(async () => {
    test = await createTestDatabase();
    const day = (offset: number) => new Date(systemClock.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await test.db.sql`SELECT ensure_day_partitions(${day(-1)}, ${day(2)})`;
    world = new ClusterWorld(test.db);
  });

  afterEach(async () => {
    await world.stop();
    await test.close();
  });

  /** Starts markets while the clock advances, so that the test does not wait in real time. */
  async function started(markets: Markets) {
    await world.driven(markets.start());
    await world.until(() => markets.isOpen('simulated'));
  }

  async function ownerAndFollower() {
    const [owner, follower] = [world.process('owner'), world.process('follower')];
    await world.own(owner);
    for (const { markets } of [owner, follower]) await started(markets);
    return { owner, follower };
  }

  /** Generates the original candles of the feed again from its ticks. */
  async function truth(fromMs: number, toMs: number) {
    const ticks = await world.simulated().historyTicks(SYMBOL, fromMs, toMs);
    if (!ticks.ok) throw new Error(ticks.error);
    const { candles, forming } = candlesFromTicks(ticks.value, 60);
    return {
      ticks: Array.from(ticks.value.timeMs, (timeMs, row) => ({ timeMs, price: ticks.value.price[row] })),
      // The clock may have closed the last candle before any later tick arrived.
      candles: [
        ...Array.from({ length: candles.length }, (_, row) => candleAt(candles, row)),
        ...(forming === null ? [] : [forming]),
      ],
    };
  }

  /** Expects that the messages contain every minute exactly once, in order and equal to the original candles. */
  async function expectTrueMinutes(closed: readonly CandleClosedMessage[]) {
    const candles = ofMinutes(closed).map(({ candle }) => candle);
    const [first, last] = [candles[0]?.time ?? 0, candles.at(-1)?.time ?? 0];
    const real = await truth(first * 1_000, last * 1_000 + 2 * MINUTE_MS);
    expect(candles).toEqual(real.candles.slice(0, candles.length));
    expect(candles.length).toBe((last - first) / 60 + 1);
  }

  const endedAfter = (fromMs: number, closed: readonly CandleClosedMessage[]) =>
    closed.filter(({ candle, timeframe }) => (candle.time + TIMEFRAME_SECONDS[timeframe]) * 1_000 > fromMs);

  it('have the same prices and candles in every process as in the process that owns the feed', async () => {
    const { owner, follower } = await ownerAndFollower();
    const fromMs = world.clock.now();
    await world.passes(6 * MINUTE_MS);
    const nowMs = world.clock.now();
    const views = [owner, follower].map(({ markets: { own } }) => ({
      assets: own.assets(),
      latest: own.latest(SYMBOL),
      condition: own.condition(SYMBOL),
      status: own.status(),
      forming: own.forming(SYMBOL, '5m'),
      day: own.day(SYMBOL),
      payoutBp: [1, 5, 60].map((minutes) => own.payoutBp(SYMBOL, minutesLong(minutes), nowMs)),
      knownMs: own.knownThroughMs('simulated', SYMBOL),
    }));
    expect(views[1]).toEqual(views[0]);
    expect(views[0]?.status.state).toBe('live');
    expect(views[0]?.knownMs).toBeGreaterThan(nowMs - 1_000);
    expect(views[0]?.payoutBp).toEqual(
      [1, 5, 60].map((minutes) =>
        Math.round((world.simulated().payoutRatio(SYMBOL, 60 * minutes, world.clock.now()) ?? 0) * 10_000),
      ),
    );
    expect(pricesOf(follower.heard.ticks)).toEqual(pricesOf(owner.heard.ticks));
    // One minute may have closed before the follower subscribed.
    expect(endedAfter(fromMs, follower.heard.closed)).toEqual(endedAfter(fromMs, owner.heard.closed));
    await expectTrueMinutes(follower.heard.closed);
    expect(
      ofMinutes(follower.heard.closed)
        .slice(-3)
        .map(({ backfilled }) => backfilled),
    ).toEqual([false, false, false]);
    // A process whose clock is ahead asks for a time that the lease holder has not reached yet.
    const ahead = await world.driven(follower.markets.priceBefore('simulated', SYMBOL, world.clock.now() + 60_000_000));
    expect(ahead).toEqual({ ok: false, error: 'unreachable' });
    const [mine, theirs] = await world.driven(
      Promise.all(
        [owner, follower].map(({ markets }) =>
          markets.own.history1m(SYMBOL, Math.floor(nowMs / MINUTE_MS) * 60 - 7_200),
        ),
      ),
    );
    // Another minute may close between the two reads.
    const until = Math.floor(nowMs / MINUTE_MS) * 60;
    expect(rowsBefore(theirs, until)).toEqual(rowsBefore(mine, until));
    expect(rowsBefore(mine, until).length).toBeGreaterThan(100);
  });

  it.each([1, 2, 3])('deliver lost tick batches later, and apply no batch twice (seed %i)', async (seed) => {
    const { follower } = await ownerAndFollower();
    const rng = new SeededRng(seed);
    const startMs = follower.markets.own.latest(SYMBOL)?.timeMs ?? 0;
    world.network.loses = () => rng.next() < 0.3;
    for (let round = 0; round < 20; round += 1) {
      if (rng.next() < 0.2) world.network.cutOff.add('follower');
      else world.network.cutOff.clear();
      await world.passes(Math.floor(rng.next() * 40_000));
    }
    world.network.cutOff.clear();
    world.network.loses = () => false;
    await world.passes(2_000);
    await expectTrueMinutes(follower.heard.closed);
    const heard = pricesOf(follower.heard.ticks).filter(({ timeMs }) => timeMs > startMs);
    const real = await truth(startMs + 1, world.clock.now());
    expect(heard).toEqual(real.ticks.slice(0, heard.length));
    expect(heard.length).toBeGreaterThan(real.ticks.length - 5);
  });

  it('mark a candle as live after the loss of a few batches, but as backfilled after a long silence', async () => {
    const { follower } = await ownerAndFollower();
    await world.until(() => world.clock.now() % MINUTE_MS >= 59_000);
    world.network.cutOff.add('follower');
    await world.passes(2_500);
    world.network.cutOff.clear();
    await world.passes(1_000);
    expect(ofMinutes(follower.heard.closed).at(-1)?.backfilled).toBe(false);
    await world.until(() => world.clock.now() % MINUTE_MS >= 59_000);
    world.network.cutOff.add('follower');
    await world.passes(10_000);
    world.network.cutOff.clear();
    await world.passes(1_000);
    expect(ofMinutes(follower.heard.closed).at(-1)?.backfilled).toBe(true);
    await expectTrueMinutes(follower.heard.closed);
  });

  it('offer no prices while their lease holder is silent, so trades that expire in that time wait', async () => {
    const { follower } = await ownerAndFollower();
    await world.passes(1_000);
    expect(follower.markets.own.condition(SYMBOL).state).toBe('live');
    world.network.cutOff.add('follower');
    await world.passes(2_100);
    expect(follower.markets.own.condition(SYMBOL).state).toBe('stale');
    expect(follower.markets.own.status().state).toBe('down');
    const expiryMs = world.clock.now() - 500;
    expect(follower.markets.own.knownThroughMs('simulated', SYMBOL)).toBeLessThan(expiryMs);
    const asked = await world.driven(follower.markets.priceBefore('simulated', SYMBOL, expiryMs));
    expect(asked).toEqual({ ok: false, error: 'unreachable' });
    world.network.cutOff.clear();
    await world.passes(1_000);
    expect(follower.markets.own.condition(SYMBOL).state).toBe('live');
    expect(follower.markets.own.knownThroughMs('simulated', SYMBOL)).toBeGreaterThan(expiryMs);
  });

  it('continue under a new lease holder without a lost, repeated or wrongly live candle', async () => {
    const { owner, follower } = await ownerAndFollower();
    const next = world.process('next');
    await started(next.markets);
    await world.passes(2 * MINUTE_MS);
    await world.until(() => world.clock.now() % MINUTE_MS >= 58_000);
    // The killed process writes nothing more and does not release its lease.
    world.network.cutOff.add(owner.name);
    world.untrusted.add(1n);
    await world.passes(8_000);
    const before = follower.heard.closed.length;
    await world.own(next);
    await world.passes(3 * MINUTE_MS);
    for (const process of [follower, next]) await expectTrueMinutes(process.heard.closed);
    expect(
      follower.heard.closed.slice(before).map(({ timeframe, backfilled }) => ({ timeframe, backfilled }))[0],
    ).toEqual({ timeframe: '1m', backfilled: true });
    expect(ofMinutes(follower.heard.closed).at(-1)?.backfilled).toBe(false);
    expect(follower.markets.own.status().state).toBe('live');
  });

  it('ignore a former lease holder, even in a process that missed the change', async () => {
    const { follower } = await ownerAndFollower();
    const next = world.process('next');
    await started(next.markets);
    await world.passes(MINUTE_MS);
    world.network.cutOff.add('follower');
    const sleptFromMs = world.clock.now();
    await world.passes(4 * MINUTE_MS);
    world.network.cutOff.add('owner');
    await world.own(next);
    await world.passes(MINUTE_MS);
    world.network.cutOff.delete('follower');
    await world.passes(1_500);
    await expectTrueMinutes(follower.heard.closed);
    for (const expiryMs of [sleptFromMs + 30_000, sleptFromMs + 2 * MINUTE_MS, world.clock.now() - 700]) {
      const real = await truth(expiryMs - 10_000, expiryMs);
      const decided = await world.driven(follower.markets.priceBefore('simulated', SYMBOL, expiryMs));
      expect(decided).toEqual({ ok: true, value: real.ticks.at(-1) });
    }
    const heard = follower.heard.ticks.length;
    const changes: FeedChangedMessage[] = [];
    follower.bus.subscribe(FEED_CHANGED, (change) => void changes.push(change));
    const old = { era: { fence: '1', openedMs: 0 }, seq: 1_000_000, state: 'live', throughMs: Infinity } as const;
    const tick = { kind: 'tick', symbol: SYMBOL, timeMs: world.clock.now(), price: 9, backfilled: false } as const;
    follower.bus.publish(logTopicOf('simulated'), { ...old, events: [tick] });
    expect(follower.heard.ticks).toHaveLength(heard);
    await world.passes(1_000);
    expect(changes).toEqual([]);
  });

  it('stop if their lease holder is not sure of its lease: it publishes nothing, answers nothing and writes nothing', async () => {
    const { owner, follower } = await ownerAndFollower();
    await world.passes(2_000);
    world.untrusted.add(1n);
    await world.passes(500);
    const heard = follower.heard.ticks.length;
    await world.passes(3_000);
    expect(follower.heard.ticks).toHaveLength(heard);
    const next = world.process('next');
    await world.own(next);
    await world.driven(next.feeds.stop());
    const fromMs = world.clock.now();
    // Only the old lease holder, whose feed still runs, tries to write.
    await world.passes(3 * MINUTE_MS);
    await world.driven(owner.feeds.stop());
    const rows = await test.db.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ticks WHERE time_ms > ${fromMs}`;
    expect(rows[0]?.count).toBe(0);
  });

  it('start without a lease holder, but settle trades and open markets only once there is one', async () => {
    const alone = world.process('alone');
    await world.driven(alone.markets.start(), 100);
    expect(alone.markets.own.assets()).toEqual([]);
    expect(alone.markets.own.status().state).toBe('starting');
    expect(alone.markets.knownThroughMs('simulated', SYMBOL)).toBeNull();
    const asked = await alone.markets.priceBefore('simulated', SYMBOL, world.clock.now());
    expect(asked).toEqual({ ok: false, error: 'unreachable' });
    // No process plays a recording, so its stored ticks decide at once.
    expect(alone.markets.knownThroughMs('replay', SYMBOL)).toBe(Infinity);
    await world.own(world.process('owner'));
    await world.until(() => alone.markets.isOpen('simulated'));
    expect(alone.heard.opened).toEqual(['simulated']);
    expect(alone.markets.own.assets().map(({ symbol }) => symbol)).toEqual(ASSETS.map(({ symbol }) => symbol));
  });

  it('continue after their lease holder releases the lease and acquires it again', async () => {
    const { owner, follower } = await ownerAndFollower();
    await world.passes(MINUTE_MS);
    await world.driven(owner.feeds.stop());
    await world.passes(2_500);
    expect(follower.markets.own.status().state).toBe('down');
    await world.own(owner);
    await world.passes(2 * MINUTE_MS);
    expect(follower.markets.own.status().state).toBe('live');
    for (const { heard } of [owner, follower]) await expectTrueMinutes(heard.closed);
  });

  it('open a price source that a user chose in another process, with the assets, hours and state of that source', async () => {
    const deriv = new ScriptedFeed(['R_100', 'FRXUSD'], 'deriv');
    deriv.closedSymbols.add('FRXUSD');
    world.publicFeeds.set('deriv', async () => ({ feed: deriv, close: async () => undefined }));
    const { follower } = await ownerAndFollower();
    expect(follower.markets.isOpen('deriv')).toBe(false);
    const userId = '00000000-0000-4000-8000-000000000001';
    const { sql } = test.db;
    await sql`INSERT INTO auth_users (id, email, created_at, updated_at) VALUES (${userId}, 'ana@vigia.example', now(), now())`;
    await sql`INSERT INTO users (id, created_at, updated_at) VALUES (${userId}, now(), now())`;
    await sql`INSERT INTO user_settings (user_id, market_source, updated_at) VALUES (${userId}, 'deriv', now())`;
    follower.bus.publish(SOURCE_CHOSEN, { userId, source: 'deriv' });
    const goesLive = () => deriv.state('live');
    await world.until(() => {
      goesLive();
      return follower.markets.isOpen('deriv');
    });
    const market = follower.markets.at('deriv');
    expect(market.assets()).toEqual(['R_100', 'FRXUSD'].map(scriptedAsset));
    await world.passes(1_000);
    deriv.tick('R_100', world.clock.now(), 1_234.5);
    await world.passes(100);
    expect(market.latest('R_100')?.price).toBe(1_234.5);
    expect(market.condition('FRXUSD').state).toBe('closed');
    deriv.closedSymbols.clear();
    deriv.state('down');
    await world.passes(1_500);
    expect(market.condition('FRXUSD').state).toBe('stale');
    expect(market.status().state).toBe('down');
    expect(await follower.markets.sourceOf(userId)).toBe('deriv');
  });

  it('export tick metrics in the owning process and in every process with a replica', async () => {
    const { owner, follower } = await ownerAndFollower();
    await world.passes(5_000);
    for (const { registry } of [owner, follower])
      expect(await registry.metrics()).toMatch(
        /vigia_market_ticks_total\{source="simulated",backfilled="false"\} [1-9]/,
      );
  });
});
