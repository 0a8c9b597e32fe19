import type { Automation } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import type { BotScope } from '@vigia/core/vocabulary';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { OwnedWork, Seeking } from '#platform/ownership/ownership.ts';
import { heldForGood } from '#platform/ownership/testing-held.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { placeTrade } from '../place-trade.ts';
import { personOf, tradingWorld } from '../testing.ts';
import { AUTOMATION_CHANGED } from '../topics.ts';
import { OrderDesk } from '../venue/order-desk.ts';
import { type AutomationControl, createAutomation } from './automation.ts';

const MINUTE_MS = 60_000;
const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
afterAll(() => database.close());

type Told = { readonly userId: string; readonly automation: Automation };

let world: ReturnType<typeof tradingWorld>;
let automation: AutomationControl;
let securityLog: ReturnType<typeof createSecurityLog>;
let userId: string;
let told: Told[];
let bots: number;
beforeEach(async () => {
  world = tradingWorld({ db });
  securityLog = createSecurityLog({ clock: world.clock, keyedHash: createKeyedHash(Buffer.alloc(32, 7)) });
  bots = 0;
  const countRunning = async () => bots;
  automation = createAutomation({ ...world.deps, securityLog, countRunning, log: createLogger('silent') });
  userId = await world.newUser();
  await db.sql`UPDATE users SET max_concurrent_trades = 100 WHERE id = ${userId}`;
  told = [];
  world.bus.subscribe(AUTOMATION_CHANGED, (message) => told.push(message));
});

const caller = (scopes: readonly BotScope[] | null = null) => ({
  principal: { ...personOf(userId), sessionId: '00000000-0000-4000-8000-000000000001', scopes },
  ...{ ip: '127.0.0.1', userAgent: null },
});
const place = (scopes: readonly BotScope[] | null) =>
  placeTrade(
    world.deps,
    new OrderDesk(world.deps),
    { ...personOf(userId), scopes },
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
  it('refuses what trades by itself, and lets the person’s own orders through', async () => {
    await automation.stopAll(caller());
    expect(await byBot()).toMatchObject({ ok: false, error: { code: 'kill_switch' } });
    expect(await place(null)).toMatchObject({ ok: true });
    await automation.resumeAll(caller());
    expect(await byBot()).toMatchObject({ ok: true });
  });

  it('twice is as good as once: same moment, one entry in the log, told once', async () => {
    const stopped = await automation.stopAll(caller());
    advance(1);
    expect(await automation.stopAll(caller(['trade']))).toEqual(stopped);
    expect(stopped.stopped_at).toBe(iso(world.clock.now() - MINUTE_MS));
    await automation.resumeAll(caller());
    expect(await automation.resumeAll(caller())).toMatchObject({ stopped_at: null });
    expect(await events()).toEqual(['automation_stopped', 'automation_resumed']);
    expect(told.map((one) => [one.userId, one.automation.stopped_at])).toEqual([
      [userId, stopped.stopped_at],
      [userId, null],
    ]);
  });

  it('once answered is followed by no automatic trade, of however many under way', async () => {
    const orders = (count: number) => Promise.all(Array.from({ length: count }, byBot));
    const before = orders(20);
    const stopping = automation.stopAll(caller());
    // More than there are connections: the last of them begin once the stop was answered.
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
  ])('%s waits for an order under way', async (_name, decide) => {
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

  it('touches no open trade', async () => {
    await byBot();
    const open = await db.sql`SELECT * FROM trades WHERE user_id = ${userId}`;
    await automation.stopAll(caller());
    expect(await db.sql`SELECT * FROM trades WHERE user_id = ${userId}`).toEqual(open);
  });
});

it('what trades by itself is told by whoever lets it in, stopped or not', async () => {
  bots = 2;
  expect(await automation.view(userId)).toEqual({ stopped_at: null, running: 2, reality_check: null });
  expect(await automation.stopAll(caller())).toMatchObject({ running: 2 });
});

describe('the reality check', () => {
  /** A bot that trades every ten minutes for an hour, or almost. */
  async function anHour(minutes = 60) {
    const sinceMs = world.clock.now();
    for (let step = 0; step < 6; step += 1) {
      await byBot();
      advance(minutes / 6);
    }
    return sinceMs;
  }

  it('shows since when, how many trades and what they came to, open ones without a result', async () => {
    await place(null);
    const sinceMs = await anHour();
    await db.sql`
      UPDATE trades SET status = 'lost', profit_minor = -1000, settled_at = expiry_time, settle_price = 1, settle_tick_ms = 1
      WHERE id IN (SELECT id FROM trades WHERE user_id = ${userId} AND origin = 'api' ORDER BY entry_time LIMIT 2)`;
    expect((await automation.view(userId)).reality_check).toEqual({
      ...{ since: iso(sinceMs), due_at: iso(sinceMs + 60 * MINUTE_MS), is_due: true, trades: 6, net_result: -20 },
    });
  });

  it('comes to who is due by itself, once', async () => {
    // People of other tests are due as well.
    const toldMe = () => told.filter((one) => one.userId === userId);
    automation.start();
    await anHour();
    await vi.waitFor(() => {
      advance(1);
      expect(toldMe()).toHaveLength(1);
    });
    expect(toldMe()).toMatchObject([{ automation: { reality_check: { is_due: true, trades: 6 } } }]);
    for (let round = 0; round < 5; round += 1) advance(1);
    await automation.stop();
    expect(toldMe()).toHaveLength(1);
  });

  describe('told by one of several processes', () => {
    const toldMe = () => told.filter((one) => one.userId === userId);
    /** Two that would tell, of which the test says who does. */
    function two() {
      const works: OwnedWork[] = [];
      const seek = (_name: string, work: OwnedWork): Seeking => {
        works.push(work);
        return { firstRound: Promise.resolve(), stop: () => work.giveUp() };
      };
      const deps = { ...world.deps, ownership: { seek }, securityLog, countRunning: async () => bots };
      for (const one of [createAutomation(deps), createAutomation(deps)]) one.start();
      const [first, second] = works;
      if (first === undefined || second === undefined) throw new Error('neither seeks');
      return { first, second };
    }

    it('comes from the next, where it came due between two', async () => {
      const { first, second } = two();
      await first.take(heldForGood('reality-checks'));
      await anHour(59);
      await first.giveUp();
      advance(1.1);
      await second.take(heldForGood('reality-checks'));
      await vi.waitFor(() => {
        advance(0.1);
        expect(toldMe()).toHaveLength(1);
      });
      await second.giveUp();
    });

    it('does not come again, hours later, from one that stood by', async () => {
      const { first, second } = two();
      await first.take(heldForGood('reality-checks'));
      await anHour();
      await vi.waitFor(() => {
        advance(1);
        expect(toldMe()).toHaveLength(1);
      });
      await first.giveUp();
      advance(10);
      await second.take(heldForGood('reality-checks'));
      advance(1);
      await second.giveUp();
      expect(toldMe()).toHaveLength(1);
    });
  });

  it('stops no play money, and begins anew once the person has confirmed', async () => {
    await anHour();
    expect(await byBot()).toMatchObject({ ok: true });
    const confirmed = await automation.confirmRealityCheck(userId);
    const now = world.clock.now();
    expect(confirmed.reality_check).toEqual({
      ...{ since: iso(now), due_at: iso(now + 60 * MINUTE_MS), is_due: false, net_result: 0 },
      // The order of this very moment.
      trades: 1,
    });
    expect(told).toEqual([{ userId, automation: confirmed }]);
    expect(await automation.confirmRealityCheck(userId)).toEqual(confirmed);
    expect(told).toHaveLength(1);
  });

  it('that is not due cannot be put off by confirming early', async () => {
    const sinceMs = world.clock.now();
    await byBot();
    advance(20);
    expect((await automation.confirmRealityCheck(userId)).reality_check?.since).toBe(iso(sinceMs));
    expect(told).toEqual([]);
  });
});

describe('what the limits leave', () => {
  it('is counted as the guard counts', async () => {
    await db.sql`UPDATE user_settings SET time_zone = 'America/Bogota', limits_time_zone = 'America/Bogota',
                        cool_down_losses = 2, cool_down_minutes = 60 WHERE user_id = ${userId}`;
    await place(null);
    await byBot();
    await byBot();
    await db.sql`
      UPDATE trades SET status = 'lost', profit_minor = -1000, settled_at = ${new Date(world.clock.now())}
      WHERE id IN (SELECT id FROM trades WHERE user_id = ${userId} ORDER BY id LIMIT 2)`;
    expect(await automation.riskUse(userId)).toEqual({
      day: { trades: 3, profit: -20, resets_at: '2026-11-21T05:00:00.000Z' },
      week: { profit: -20, resets_at: '2026-11-23T05:00:00.000Z' },
      ...{ at_stake: 10, losing_streak: 2, cool_down_until: '2026-11-20T15:00:00.000Z' },
    });
    advance(60);
    expect((await automation.riskUse(userId)).cool_down_until).toBeNull();
  });
});
