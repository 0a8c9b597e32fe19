import type { CreateOption } from '@vigia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { deleteOldResponses, lockKey } from './idempotency.ts';
import { actorOf, createTradingWorld } from './testing.ts';
import { CALL_ORDER, tradingDatabase } from './testing-paper.ts';
import { createTrading, type Trading } from './trading.ts';

const HOUR_MS = 60 * 60_000;

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let trading: Trading;
let userId: string;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  world = createTradingWorld(database);
  trading = createTrading(world.deps);
  userId = await world.newUser();
});

const place = (key: string | null = null, change: Partial<CreateOption> = {}) =>
  trading.orders.place(actorOf(userId), { ...CALL_ORDER, ...change }, key);
const money = async () => {
  const { cashMinor, heldMinor } = await world.accounts.mockAccount(database.db.sql, userId);
  return [cashMinor, heldMinor];
};
/** Settles all open trades after their minute, as the settlement loop does. */
async function settleAll(): Promise<void> {
  world.market.tick(world.clock.now() + 59_000, 1.2);
  world.clock.advance(61_000);
  await trading.settlement.start();
  await trading.settlement.stop();
}

describe('the stored response of an idempotency key', () => {
  it('does not change after the trade has ended', async () => {
    const first = JSON.stringify(await place('key'));
    await settleAll();
    expect(await trading.history.active(userId)).toEqual([]);
    expect(JSON.stringify(await place('key'))).toBe(first);
    expect(await place('key', { amount: 11 })).toMatchObject({ error: { code: 'idempotency_key_reused' } });
  });

  it('is kept for 24 h; then the key places a new order', async () => {
    const first = await place('key');
    await settleAll();
    world.clock.advance(24 * HOUR_MS - 61_000 - 60_000);
    await deleteOldResponses(database.db.sql, world.clock.now());
    expect(await place('key')).toEqual(first);
    world.clock.advance(60_001);
    await deleteOldResponses(database.db.sql, world.clock.now());
    const later = await place('key');
    expect(later.ok && first.ok && later.value.id !== first.value.id).toBe(true);
    expect(await trading.history.active(userId)).toHaveLength(1);
  });

  it('is not returned to another user', async () => {
    const first = await place('key');
    const other = await trading.orders.place(actorOf(await world.newUser()), { ...CALL_ORDER, amount: 11 }, 'key');
    expect(other.ok && first.ok && other.value.id !== first.value.id).toBe(true);
  });

  it('is not kept for a refused order', async () => {
    world.market.state = 'stale';
    expect(await place('key')).toMatchObject({ error: { code: 'feed_stale' } });
    world.market.state = 'live';
    expect((await place('key')).ok).toBe(true);
  });
});

describe('concurrent orders', () => {
  const waiting = () =>
    database.db.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;

  it('wait for each other if one user sends them with the same idempotency key, and not otherwise', async () => {
    const held = { userId, key: 'key', hash: Buffer.alloc(32) };
    const placing = await database.db.transaction(async (tx) => {
      await lockKey(tx, held);
      const same = place('key');
      await expect.poll(async () => (await waiting()).length).toBe(1);
      userId = await world.newUser();
      expect((await place('key')).ok).toBe(true);
      expect((await place('other')).ok).toBe(true);
      expect(await waiting()).toHaveLength(1);
      return { same };
    });
    expect((await placing.same).ok).toBe(true);
  });
});

describe('the actor of an order', () => {
  const bot = () => ({ ...actorOf(userId), scopes: ['trade'] as const });

  it('sets its origin: `manual` for a user, `api` for a bot', async () => {
    expect(await place()).toMatchObject({ value: { origin: 'manual' } });
    expect(await trading.orders.place(bot(), CALL_ORDER, null)).toMatchObject({ value: { origin: 'api' } });
  });

  it("decides after 'Detener todo': orders of a bot are refused, and the user’s own orders are accepted", async () => {
    await database.db.sql`UPDATE user_settings SET kill_switch_at = now() WHERE user_id = ${userId}`;
    expect(await trading.orders.place(bot(), CALL_ORDER, null)).toMatchObject({ error: { code: 'kill_switch' } });
    expect((await place()).ok).toBe(true);
    expect(await money()).toEqual([999_000, 1_000]);
  });
});

describe('an order during the deletion of its user', () => {
  const remove = (hold: (locked: () => void) => Promise<void>) => {
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const done = database.db.transaction(async (tx) => {
      await tx`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
      await hold(locked);
      await tx`DELETE FROM auth_users WHERE id = ${userId}`;
    });
    return { isLocked, done };
  };
  const waiting = () =>
    database.db.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

  it('waits for the deletion, and is then refused with `not_authenticated`', async () => {
    let release = () => {};
    const { isLocked, done } = remove((locked) => {
      locked();
      return new Promise((resolve) => {
        release = resolve;
      });
    });
    await isLocked;
    const placing = place('key');
    await expect.poll(async () => (await waiting()).length).toBe(1);
    release();
    await done;
    expect(await placing).toEqual({ ok: false, error: { code: 'not_authenticated', values: {} } });
  });

  it('never fails with an internal error, in whatever order the server handles the order and the deletion', async () => {
    for (let round = 0; round < 10; round += 1) {
      userId = await world.newUser();
      const orders = Array.from({ length: 3 }, () => place());
      const { done } = remove(async () => {});
      const answers = await Promise.all(orders);
      await done;
      expect(answers.filter((answer) => !answer.ok && answer.error.code !== 'not_authenticated')).toEqual([]);
    }
  });
});
