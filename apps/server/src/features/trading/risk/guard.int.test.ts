import type { CreateOption } from '@vigia/contract';
import { ERROR_MESSAGES_ES, fillMessage } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Columns } from '#platform/persistence/database.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { writeLimits } from '../../accounts/limits/testing.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { actorOf, createTradingWorld, START_MS } from '../testing.ts';
import { createTrading, type Trading } from '../trading.ts';

const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-26')`;
afterAll(() => database.close());

const HOUR_MS = 60 * 60_000;
let world: ReturnType<typeof createTradingWorld>;
let trading: Trading;
let userId: string;
beforeEach(async () => {
  world = createTradingWorld({ db });
  trading = createTrading(world.deps);
  userId = await world.newUser();
  await setZone('America/Bogota');
});

/** Sets the user's time zone, which the limits of the user also use. */
const setZone = (zone: string) =>
  db.sql`UPDATE user_settings SET time_zone = ${zone}, limits_time_zone = ${zone} WHERE user_id = ${userId}`;
const settings = (columns: Columns) => db.sql`UPDATE user_settings SET ${db.sql(columns)} WHERE user_id = ${userId}`;
const limit = (columns: Columns) => writeLimits(db.sql, userId, columns);
const atOnce = (count: number) => db.sql`UPDATE users SET max_concurrent_trades = ${count} WHERE id = ${userId}`;

const order = (change: Partial<CreateOption> = {}): CreateOption => ({
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  duration: 1,
  ...change,
});
const person = () => actorOf(userId);
const bot = () => ({ ...person(), scopes: ['trade' as const] });
const place = (actor = person(), request = order()) => trading.orders.place(actor, request, null);

async function refusalOf(actor = person(), request = order()): Promise<PlacementRefusal & { readonly text: string }> {
  const placed = await place(actor, request);
  if (placed.ok) throw new Error('the order was taken');
  return { ...placed.error, text: fillMessage(ERROR_MESSAGES_ES[placed.error.code], placed.error.values) };
}

/** Returns the sum of this user's stake holds in the ledger, in cents, and their number. */
async function held() {
  const [row] = await db.sql<[{ minor: number; trades: number }]>`
    SELECT coalesce(sum(t.user_hold_minor), 0)::int AS minor, count(*)::int AS trades
    FROM ledger_transfers t JOIN accounts a ON a.id = t.account_id WHERE a.user_id = ${userId} AND t.phase = 'hold'`;
  return row;
}

/** Writes losing trades, one per minute; the latest one ended now. */
async function lose(count: number, profitMinor = -1_000): Promise<void> {
  const { accountId } = await world.accounts.mockAccount(db.sql, userId);
  await db.sql`
    INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                        payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
                        profit_minor, settled_at, created_at)
    SELECT gen_random_uuid(), ${userId}, ${accountId}, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL',
           1000, 8500, 1, 1.1, 1, t, t + interval '1 minute', 'lost', 'confirmed', ${profitMinor}, t + interval '1 minute', t
    FROM (SELECT ${new Date(START_MS)}::timestamptz - (n + 1) * interval '1 minute' AS t
          FROM generate_series(0, ${count - 1}::int) n) past`;
}

describe('a refusal of the risk guard', () => {
  it.each([
    ['daily_loss_limit', { daily_loss_limit_minor: 2_500 }, 'mañana a las 00:00', '2026-11-21T05:00:00.000Z'],
    [
      'weekly_loss_limit',
      { weekly_loss_limit_minor: 2_500 },
      'el lunes 23 de noviembre a las 00:00',
      '2026-11-23T05:00:00.000Z',
    ],
    ['daily_trade_limit', { daily_trade_limit: 2 }, 'mañana a las 00:00', '2026-11-21T05:00:00.000Z'],
    ['cool_down', { cool_down_losses: 2, cool_down_minutes: 90 }, 'hoy a las 10:30', '2026-11-20T15:30:00.000Z'],
  ])('for %s states when the limit resets, in Bogotá time and as an instant', async (code, limits, words, instant) => {
    await limit(limits);
    await lose(2);
    const refusal = await refusalOf();
    expect(refusal).toMatchObject({ code, details: [{ path: 'resets_at', message: instant }] });
    expect(refusal.text).toContain(words);
    expect(refusal.text).not.toMatch(/UTC|\{/);
    world.clock.advance(durationMs(Date.parse(instant) - START_MS - 1));
    world.market.tick(world.clock.now(), 1.1);
    expect((await refusalOf()).code).toBe(code);
    world.clock.advance(durationMs(1));
    expect(await place()).toMatchObject({ ok: true });
  });

  it('for a limit is returned only if market, concurrent trades and balance would allow the order', async () => {
    await limit({ daily_loss_limit_minor: 1 });
    await settings({ kill_switch_at: new Date(START_MS) });
    await atOnce(1);
    expect((await refusalOf(bot(), order({ amount: 0.5 }))).code).toBe('amount_below_minimum');
    world.market.state = 'closed';
    expect((await refusalOf(bot())).code).toBe('market_closed');
    world.market.state = 'live';
    await limit({ daily_loss_limit_minor: null });
    await settings({ kill_switch_at: null });
    await place();
    await limit({ daily_loss_limit_minor: 1 });
    await settings({ kill_switch_at: new Date(START_MS) });
    expect((await refusalOf(bot())).code).toBe('too_many_active');
    await atOnce(9);
    expect((await refusalOf(bot())).code).toBe('daily_loss_limit');
    await limit({ daily_loss_limit_minor: null });
    expect((await refusalOf(bot())).code).toBe('kill_switch');
    expect(await place()).toMatchObject({ ok: true });
  });

  it('for a missing daily loss limit takes precedence over all other refusals of real-money orders', async () => {
    const limitReal = (columns: Columns) => writeLimits(db.sql, userId, columns, 'real');
    await limit({ daily_loss_limit_minor: 5_000 });
    await limitReal({ max_stake_minor: 1 });
    await settings({ chosen_broker: 'iqoption', chosen_kind: 'real' });
    const actor = { ...person(), isAnonymous: false, aal: 'aal2' as const };
    await settings({ adult_declared_at: new Date(), country: 'MX', country_declared_at: new Date() });
    expect((await refusalOf(actor)).code).toBe('daily_loss_limit_missing');
    await limitReal({ daily_loss_limit_minor: 5_000 });
    expect((await refusalOf(actor)).code).toBe('mode_unavailable');
  });
});

describe('50 concurrent orders never exceed', () => {
  const storm = (actor = person()) => Promise.all(Array.from({ length: 50 }, () => place(actor)));
  const taken = (results: Awaited<ReturnType<typeof storm>>) => results.filter(({ ok }) => ok).length;

  it('the daily loss limit, counting held stakes and losses in the ledger', async () => {
    await atOnce(100);
    await limit({ daily_loss_limit_minor: 10_000 });
    await lose(3);
    expect(taken(await storm())).toBe(7);
    expect(await held()).toEqual({ minor: 7_000, trades: 7 });
  });

  it.each([
    ['the weekly loss limit', { weekly_loss_limit_minor: 5_999 }, 5],
    ['the trades of a day', { daily_trade_limit: 4 }, 4],
    ['the stake of a trade', { max_stake_minor: 999 }, 0],
  ])('%s', async (_name, limits, count) => {
    await atOnce(100);
    await limit(limits);
    expect(taken(await storm())).toBe(count);
    expect(await held()).toEqual({ minor: count * 1_000, trades: count });
  });

  it('the limit of concurrent trades', async () => {
    expect(taken(await storm())).toBe(3);
    expect(await held()).toEqual({ minor: 3_000, trades: 3 });
  });
});

it('the risk guard still refuses orders beyond a used-up limit after the clock jumps back', async () => {
  await limit({ daily_trade_limit: 2 });
  await place();
  await place();
  for (const hours of [-1, -12, -48]) {
    world.clock.jump(hours * HOUR_MS);
    expect((await refusalOf()).code).toBe('daily_trade_limit');
  }
});

it('the reality-check period starts with automatic orders, but not with paper orders of the user', async () => {
  const tradingPeriod = async () =>
    (await world.accounts.riskSettings(db.sql, userId, world.clock.now())).tradingPeriod;
  await place();
  expect(await tradingPeriod()).toBeNull();
  await place(bot());
  expect(await tradingPeriod()).toEqual({ sinceMs: START_MS, lastOrderMs: START_MS });
  world.clock.advance(durationMs(10 * 60_000));
  await place(bot());
  expect(await tradingPeriod()).toEqual({ sinceMs: START_MS, lastOrderMs: START_MS + 10 * 60_000 });
});
