import type { Automation } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import type { BotScope } from '@vigia/core/vocabulary';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClusterRun, SingletonWork } from '#platform/cluster/cluster.ts';
import { permanentLease } from '#platform/cluster/testing-leases.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { writeLimits } from '../../accounts/limits/testing.ts';
import { actorOf, createTradingWorld } from '../testing.ts';
import { AUTOMATION_CHANGED } from '../topics.ts';
import { createTrading, type Trading } from '../trading.ts';
import { type AutoTradingControl, createAutoTradingControl } from './auto-trading-control.ts';

const MINUTE_MS = 60_000;
const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
afterAll(() => database.close());

const PAPER = { kind: 'mock', currency: 'USD' };

type Published = { readonly userId: string; readonly automation: Automation };

let world: ReturnType<typeof createTradingWorld>;
let trading: Trading;
let automation: AutoTradingControl;
let securityLog: ReturnType<typeof createSecurityLog>;
let userId: string;
let published: Published[];
let bots: number;
beforeEach(async () => {
  world = createTradingWorld({ db });
  trading = createTrading(world.deps);
  securityLog = createSecurityLog({ clock: world.clock, keyedHash: createKeyedHash(Buffer.alloc(32, 7)) });
  bots = 0;
  const countRunning = async () => bots;
  automation = createAutoTradingControl({ ...world.deps, securityLog, countRunning, log: createLogger('silent') });
  userId = await world.newUser();
  await db.sql`UPDATE users SET max_concurrent_trades = 100 WHERE id = ${userId}`;
  published = [];
  world.bus.subscribe(AUTOMATION_CHANGED, (message) => published.push(message));
});

const caller = (scopes: readonly BotScope[] | null = null) => ({
  principal: { ...actorOf(userId), sessionId: '00000000-0000-4000-8000-000000000001', scopes },
  ip: '127.0.0.1',
  userAgent: null,
});
const place = (scopes: readonly BotScope[] | null) =>
  trading.orders.place(
    { ...actorOf(userId), scopes },
    { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 },
    null,
  );
const byBot = () => place(['trade']);
const events = async () => {
  const entries = await securityLog.read(db.sql, userId, { limit: 10 });
  return entries.toReversed().map(({ kind }) => kind);
};
const countTrades = async () => {
  const [row] = await db.sql<[{ n: number }]>`SELECT count(*)::int AS n FROM trades WHERE user_id = ${userId}`;
  return row.n;
};
const advance = (minutes: number) => {
  world.clock.advance(durationMs(minutes * MINUTE_MS));
  world.market.tick(world.clock.now(), 1.1);
};
const iso = (timeMs: number) => new Date(timeMs).toISOString();

describe('«Detener todo»', () => {
  it('refuses automatic orders and accepts the user’s own orders', async () => {
    await automation.stopAll(caller());
    expect(await byBot()).toMatchObject({ ok: false, error: { code: 'kill_switch' } });
    expect(await place(null)).toMatchObject({ ok: true });
    await automation.resumeAll(caller());
    expect(await byBot()).toMatchObject({ ok: true });
  });

  it('is idempotent: a second call keeps the time of the first and adds no log entry or event', async () => {
    const stopped = await automation.stopAll(caller());
    advance(1);
    expect(await automation.stopAll(caller(['trade']))).toEqual(stopped);
    expect(stopped.stopped_at).toBe(iso(world.clock.now() - MINUTE_MS));
    await automation.resumeAll(caller());
    expect(await automation.resumeAll(caller())).toMatchObject({ stopped_at: null });
    expect(await events()).toEqual(['automation_stopped', 'automation_resumed']);
    expect(published.map((one) => [one.userId, one.automation.stopped_at])).toEqual([
      [userId, stopped.stopped_at],
      [userId, null],
    ]);
  });

  it('lets no waiting automatic order open a trade after the stop has resolved', async () => {
    const orders = (count: number) => Promise.all(Array.from({ length: count }, byBot));
    const before = orders(20);
    const stopping = automation.stopAll(caller());
    // There are more orders than database connections, so the last orders start after the stop resolves.
    const after = orders(40);
    await stopping;
    const atTheStop = await countTrades();
    const placed = (await Promise.all([before, after])).flat().filter(({ ok }) => ok).length;
    expect(placed).toBeLessThan(60);
    expect([await countTrades(), placed]).toEqual([atTheStop, atTheStop]);
  });

  it.each([
    ['the stop', () => automation.stopAll(caller())],
    [
      'a changed limit',
      () => db.transaction((tx) => world.accounts.setTimeZone(tx, userId, 'Asia/Tokyo', world.clock.now())),
    ],
  ])('is applied after an order that is being placed, as is a change of the time zone: %s', async (_name, decide) => {
    let decided: Promise<unknown> = Promise.resolve();
    let isDecided = false;
    await db.transaction(async (tx) => {
      await world.accounts.lockMockAccount(tx, userId);
      decided = decide().then(() => {
        isDecided = true;
      });
      await vi.waitFor(async () => {
        expect(await db.sql`SELECT 1 FROM pg_locks WHERE NOT granted`).not.toHaveLength(0);
      });
      expect(isDecided).toBe(false);
    });
    await decided;
  });

  it('does not change open trades', async () => {
    await byBot();
    const open = await db.sql`SELECT * FROM trades WHERE user_id = ${userId}`;
    await automation.stopAll(caller());
    expect(await db.sql`SELECT * FROM trades WHERE user_id = ${userId}`).toEqual(open);
  });
});

it("the automation view counts all running strategies and setups, before and after 'Detener todo'", async () => {
  bots = 2;
  expect(await automation.view(userId)).toEqual({ stopped_at: null, running: 2, reality_check: null });
  expect(await automation.stopAll(caller())).toMatchObject({ running: 2 });
});

describe('the reality check', () => {
  /** Trades with a bot every ten minutes, for `minutes` minutes. */
  async function anHour(minutes = 60) {
    const sinceMs = world.clock.now();
    for (let step = 0; step < 6; step += 1) {
      await byBot();
      advance(minutes / 6);
    }
    return sinceMs;
  }

  it('states its start, the number of its trades and the result of the ended trades among them', async () => {
    await place(null);
    const sinceMs = await anHour();
    await db.sql`
      UPDATE trades SET status = 'lost', profit_minor = -1000, settled_at = expiry_time, settle_price = 1,
                        settle_tick_ms = 1
      WHERE id IN (SELECT id FROM trades WHERE user_id = ${userId} AND origin = 'api' ORDER BY entry_time LIMIT 2)`;
    expect((await automation.view(userId)).reality_check).toEqual({
      since: iso(sinceMs),
      due_at: iso(sinceMs + 60 * MINUTE_MS),
      is_due: true,
      trades: 6,
      results: [{ purse: PAPER, trades: 6, net_result: -20 }],
    });
  });

  it('is published once to each user whose check is due', async () => {
    // Checks of users of other tests are due as well.
    const publishedToMe = () => published.filter((one) => one.userId === userId);
    automation.start();
    await anHour();
    await vi.waitFor(() => {
      advance(1);
      expect(publishedToMe()).toHaveLength(1);
    });
    expect(publishedToMe()).toMatchObject([{ automation: { reality_check: { is_due: true, trades: 6 } } }]);
    for (let round = 0; round < 5; round += 1) advance(1);
    await automation.stop();
    expect(publishedToMe()).toHaveLength(1);
  });

  describe('published by several processes', () => {
    const publishedToMe = () => published.filter((one) => one.userId === userId);
    /** Creates two check loops, as in two processes; the test decides which one publishes. */
    function two() {
      const works: SingletonWork[] = [];
      const runSingleton = (_name: string, work: SingletonWork): ClusterRun => {
        works.push(work);
        return { started: Promise.resolve(), stop: () => work.stop() };
      };
      const deps = { ...world.deps, cluster: { runSingleton }, securityLog, countRunning: async () => bots };
      for (const one of [createAutoTradingControl(deps), createAutoTradingControl(deps)]) one.start();
      const [first, second] = works;
      if (first === undefined || second === undefined) throw new Error('neither seeks');
      return { first, second };
    }

    it('is published by the next lease holder if it came due while no process held the lease', async () => {
      const { first, second } = two();
      await first.start(permanentLease('reality-checks'));
      await anHour(59);
      await first.stop();
      advance(1.1);
      await second.start(permanentLease('reality-checks'));
      await vi.waitFor(() => {
        advance(0.1);
        expect(publishedToMe()).toHaveLength(1);
      });
      await second.stop();
    });

    it('is not published again by a process that was on standby for hours', async () => {
      const { first, second } = two();
      await first.start(permanentLease('reality-checks'));
      await anHour();
      await vi.waitFor(() => {
        advance(1);
        expect(publishedToMe()).toHaveLength(1);
      });
      await first.stop();
      advance(10);
      await second.start(permanentLease('reality-checks'));
      advance(1);
      await second.stop();
      expect(publishedToMe()).toHaveLength(1);
    });
  });

  it('does not stop paper trading, and restarts after the user has confirmed', async () => {
    await anHour();
    expect(await byBot()).toMatchObject({ ok: true });
    const confirmed = await automation.confirmRealityCheck(userId);
    const now = world.clock.now();
    expect(confirmed.reality_check).toEqual({
      since: iso(now),
      due_at: iso(now + 60 * MINUTE_MS),
      is_due: false,
      // The check contains the order placed at the moment of the confirmation.
      trades: 1,
      results: [{ purse: PAPER, trades: 1, net_result: 0 }],
    });
    expect(published).toEqual([{ userId, automation: confirmed }]);
    expect(await automation.confirmRealityCheck(userId)).toEqual(confirmed);
    expect(published).toHaveLength(1);
  });

  it('cannot be postponed by a confirmation before it is due', async () => {
    const sinceMs = world.clock.now();
    await byBot();
    advance(20);
    expect((await automation.confirmRealityCheck(userId)).reality_check?.since).toBe(iso(sinceMs));
    expect(published).toEqual([]);
  });
});

describe('the used part of the limits', () => {
  it('equals the figures that the risk guard counts', async () => {
    await db.sql`
      UPDATE user_settings SET time_zone = 'America/Bogota', limits_time_zone = 'America/Bogota'
      WHERE user_id = ${userId}`;
    await writeLimits(db.sql, userId, { cool_down_losses: 2, cool_down_minutes: 60 });
    await place(null);
    await byBot();
    await byBot();
    await db.sql`
      UPDATE trades SET status = 'lost', profit_minor = -1000, settled_at = ${new Date(world.clock.now())}
      WHERE id IN (SELECT id FROM trades WHERE user_id = ${userId} ORDER BY id LIMIT 2)`;
    expect(await automation.riskUse(userId)).toEqual({
      purse: PAPER,
      day: { trades: 3, profit: -20, resets_at: '2026-11-21T05:00:00.000Z' },
      week: { profit: -20, resets_at: '2026-11-23T05:00:00.000Z' },
      at_stake: 10,
      losing_streak: 2,
      cool_down_until: '2026-11-20T15:00:00.000Z',
    });
    advance(60);
    expect((await automation.riskUse(userId)).cool_down_until).toBeNull();
  });
});
