import type { CreateOption } from '@vigia/contract';
import { type Trade, type TradeEvent, transition, wireStatusOf } from '@vigia/core/trades';
import type { ManualClock } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Columns } from '#platform/persistence/database.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { type Accounts, type Actor, createAccounts, NO_CONNECTIONS } from '../accounts/index.ts';
import { writeLimits } from '../accounts/limits/testing.ts';
import { settleDueTrades } from './settle-due-trades.ts';
import { SettlementPublisher } from './settlement-publisher.ts';
import { readStatsRow } from './stats.repository.ts';
import { actorOf, createTradingWorld, deleteAllUsers, type ScriptedMarket, START_MS } from './testing.ts';
import { tradingDatabase } from './testing-paper.ts';
import { TRADE_CHANGED } from './topics.ts';
import { createTrading, type Trading } from './trading.ts';

let database: TestDatabase;
let accounts: Accounts;
let clock: ManualClock;
let market: ScriptedMarket;
let bus: Bus;
let trading: Trading;
let deps: Parameters<typeof createTrading>[0];
let newUser: () => Promise<string>;
let userId: string;

const order = (change: Partial<CreateOption> = {}): CreateOption => ({
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  duration: 1,
  ...change,
});

const person = () => actorOf(userId);

const balance = async () => {
  const { cashMinor, heldMinor } = await accounts.mockAccount(database.db.sql, userId);
  return { cashMinor, heldMinor };
};

async function placed(change: Partial<CreateOption> = {}) {
  const result = await trading.orders.place(person(), order(change), null);
  if (!result.ok) throw new Error(`refused: ${result.error.code}`);
  return result.value;
}

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  const world = createTradingWorld(database);
  ({ clock, market, bus, accounts, deps } = world);
  trading = createTrading(deps);
  newUser = world.newUser;
  userId = await newUser();
});

async function settleAt(timeMs: number) {
  clock.advance(timeMs - clock.now());
  const publisher = new SettlementPublisher(deps);
  const stuck = await settleDueTrades(deps, (trades) => publisher.publish(trades));
  await publisher.idle();
  return stuck;
}

describe('placing a trade', () => {
  it('holds the stake and fixes price, payout and expiry', async () => {
    const option = await placed();
    expect(option).toMatchObject({
      status: 'active',
      execution: 'confirmed',
      entry_price: 1.1,
      payout: 0.85,
      entry_time: '2026-11-20T14:00:00.000Z',
      expiry_time: '2026-11-20T14:01:00.000Z',
      broker: 'mock',
      account: 'mock',
    });
    expect(await balance()).toEqual({ cashMinor: 999_000, heldMinor: 1_000 });
    expect(await trading.history.active(userId)).toEqual([option]);
  });

  it('returns the same trade, with one stake held, to fifty concurrent requests with one key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => trading.orders.place(person(), order(), 'same-key')),
    );
    const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.id : answer.error.code)));
    expect(ids.size).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await trading.history.active(userId)).toHaveLength(1);
    expect(await balance()).toEqual({ cashMinor: 999_000, heldMinor: 1_000 });
  });

  it('refuses a key that was used before with another stake', async () => {
    await trading.orders.place(person(), order(), 'key-1');
    const second = await trading.orders.place(person(), order({ amount: 20 }), 'key-1');
    expect(second).toMatchObject({ ok: false, error: { code: 'idempotency_key_reused' } });
    expect(await trading.history.active(userId)).toHaveLength(1);
  });

  it('opens no trade after `valid_until`, but still returns a trade opened before it', async () => {
    const late = order({ valid_until: new Date(clock.now() + 15_000).toISOString() });
    const [taken, lost] = [await trading.orders.place(person(), late, 'taken'), order({ ...late, amount: 20 })];
    clock.advance(15_000);
    expect(await trading.orders.place(person(), lost, 'in time')).toMatchObject({ ok: true });
    clock.advance(1);
    expect(await trading.orders.place(person(), lost, 'too late')).toEqual({
      ok: false,
      error: { code: 'order_expired', values: {} },
    });
    expect(await trading.orders.place(person(), late, 'taken')).toEqual(taken);
    expect(await balance()).toEqual({ cashMinor: 997_000, heldMinor: 3_000 });
  });

  it('keeps the limit of concurrent trades under concurrent orders', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => trading.orders.place(person(), order(), null)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
    expect(await balance()).toEqual({ cashMinor: 997_000, heldMinor: 3_000 });
  });

  it.each([
    ['a third decimal', { amount: 10.005 }, 'amount_invalid'],
    ['less than the minimum', { amount: 0.5 }, 'amount_below_minimum'],
    ['more than the maximum', { amount: 5_000.01 }, 'amount_above_maximum'],
    ['an amount beyond all bounds', { amount: 1e300 }, 'amount_above_maximum'],
    ['nothing', { amount: 0 }, 'amount_below_minimum'],
    ['less than nothing beyond all bounds', { amount: -1e300 }, 'amount_below_minimum'],
    ['an unknown asset', { asset_symbol: 'NOPE' }, 'asset_unknown'],
  ])('refuses an order with %s and charges nothing', async (_what, change, code) => {
    expect(await trading.orders.place(person(), order(change), null)).toMatchObject({ ok: false, error: { code } });
    expect(await balance()).toEqual({ cashMinor: 1_000_000, heldMinor: 0 });
  });

  it('refuses an order on stale prices and states since when the prices are stale', async () => {
    market.state = 'stale';
    const refused = await trading.orders.place(person(), order(), null);
    expect(refused).toEqual({ ok: false, error: { code: 'feed_stale', values: { symbol: 'EURUSD', seconds: 7 } } });
  });

  it('refuses a recording whose prices are ahead of the clock, with its own error code', async () => {
    market.state = 'ahead';
    expect(await trading.orders.place(person(), order(), null)).toEqual({
      ok: false,
      error: { code: 'feed_ahead', values: {} },
    });
  });

  it('refuses a duration that its price source does not offer', async () => {
    market.payout = null;
    expect(await trading.orders.place(person(), order({ duration: 7 }), null)).toEqual({
      ok: false,
      error: { code: 'duration_unavailable', values: { symbol: 'EURUSD', length: '7 min', minutes: 7 } },
    });
    expect(await balance()).toEqual({ cashMinor: 1_000_000, heldMinor: 0 });
  });

  it('refuses a payout that fell by more than two points since it was shown', async () => {
    market.payout = 7_000;
    const refused = await trading.orders.place(person(), order({ shown_payout: 0.87 }), null);
    expect(refused).toEqual({ ok: false, error: { code: 'payout_changed', values: { shown: 87, current: 70 } } });
    market.payout = 8_500;
    expect((await trading.orders.place(person(), order({ shown_payout: 0.87 }), null)).ok).toBe(true);
  });
});

describe('settling a trade', () => {
  it('decides the result by the last tick before the expiry, and pays once', async () => {
    const option = await placed();
    market.tick(START_MS + 59_999, 1.2);
    market.tick(START_MS + 60_000, 1.0);
    await settleAt(START_MS + 60_000);
    await settleAt(START_MS + 61_000);
    expect(await trading.history.one(userId, option.id)).toMatchObject({
      status: 'won',
      profit: 8.5,
      settlement: { price: 1.2, tick_time: '2026-11-20T14:00:59.999Z', source: 'simulated' },
    });
    expect(await balance()).toEqual({ cashMinor: 1_000_850, heldMinor: 0 });
  });

  it.each([
    ['PUT', 1.2, 'lost', -10, 999_000],
    ['PUT', 1.0, 'won', 8.5, 1_000_850],
    ['CALL', 1.1, 'expired', 0, 1_000_000],
  ] as const)(
    'decides a %s with a settlement price of %d by its direction',
    async (option_type, price, status, profit, cashMinor) => {
      const option = await placed({ option_type });
      market.tick(START_MS + 59_000, price);
      await settleAt(START_MS + 61_000);
      expect(await trading.history.one(userId, option.id)).toMatchObject({ status, profit });
      expect(await balance()).toEqual({ cashMinor, heldMinor: 0 });
    },
  );

  it('refunds the stake if the market has no tick in the minute before the expiry', async () => {
    const option = await placed({ duration: 5 });
    await settleAt(START_MS + 301_000);
    expect(await trading.history.one(userId, option.id)).toMatchObject({
      status: 'cancelled',
      profit: 0,
      settlement: { reason: 'no_market' },
    });
    expect(await balance()).toEqual({ cashMinor: 1_000_000, heldMinor: 0 });
  });

  it('waits for ticks before the expiry, but no longer than the grace period', async () => {
    await placed();
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 60_799);
    expect(await trading.history.active(userId)).toHaveLength(1);
    await settleAt(START_MS + 60_800);
    expect(await trading.history.active(userId)).toHaveLength(0);
  });

  it('happens once when two workers find the same trade due', async () => {
    await placed();
    market.tick(START_MS + 59_000, 1.2);
    clock.advance(61_000);
    const settled: string[] = [];
    const settle = () => settleDueTrades(deps, (trades) => void settled.push(...trades.map(({ id }) => id)));
    await Promise.all([settle(), settle(), settle()]);
    expect(settled).toHaveLength(1);
    expect(await balance()).toEqual({ cashMinor: 1_000_850, heldMinor: 0 });
  });

  it('settles trades that expired while no server ran, at the price of their expiry', async () => {
    const option = await placed();
    market.tick(START_MS + 59_500, 1.2);
    market.tick(START_MS + 3_600_000, 0.9);
    clock.advance(3_600_000);
    const restarted = createTrading({ ...deps, metrics: new Registry() });
    await restarted.settlement.start();
    await restarted.settlement.stop();
    expect(await trading.history.one(userId, option.id)).toMatchObject({ status: 'won', settlement: { price: 1.2 } });
  });

  it('refunds trades whose own price source has no price for them, even if another source runs now', async () => {
    const option = await placed();
    market.source = 'replay';
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 61_000);
    expect(await trading.history.one(userId, option.id)).toMatchObject({ status: 'cancelled', source: 'simulated' });
    expect(await balance()).toEqual({ cashMinor: 1_000_000, heldMinor: 0 });
  });

  it('refunds trades that were placed before the current replay of the recording started', async () => {
    const option = await placed();
    market.floor = START_MS / 1_000 + 1;
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 61_000);
    expect(await trading.history.one(userId, option.id)).toMatchObject({ status: 'cancelled', profit: 0 });
  });

  it('looks up the price of each asset separately', async () => {
    const [euro, gold] = [await placed(), await placed({ asset_symbol: 'XAUUSD' })];
    market.tick(START_MS + 59_000, 1.2, 'EURUSD');
    market.tick(START_MS + 59_000, 0.9, 'XAUUSD');
    await settleAt(START_MS + 61_000);
    expect(await trading.history.one(userId, euro.id)).toMatchObject({ status: 'won' });
    expect(await trading.history.one(userId, gold.id)).toMatchObject({ status: 'lost' });
  });

  it('settles nothing while the price source is unavailable, and continues once the source is available', async () => {
    const option = await placed();
    market.tick(START_MS + 59_000, 1.2);
    market.isUnreachable = true;
    await settleAt(START_MS + 120_000);
    expect(await trading.history.one(userId, option.id)).toMatchObject({ status: 'active' });
    market.isUnreachable = false;
    await settleAt(START_MS + 121_000);
    expect(await trading.history.one(userId, option.id)).toMatchObject({ status: 'won' });
  });

  it('settles all other trades if one trade cannot be settled, and logs that trade', async () => {
    const poisoned = await placed();
    const healthy = await placed();
    await database.db.sql`UPDATE trades SET last_seq = 3 WHERE id = ${poisoned.id}`;
    const at = new Date(START_MS + 61_000);
    await database.db.sql`INSERT INTO trade_events VALUES (${poisoned.id}, 4, ${at}, 'odd')`;
    market.tick(START_MS + 59_000, 1.2);
    expect(await settleAt(START_MS + 61_000)).toMatchObject([{ id: poisoned.id, cause: { code: '23505' } }]);
    expect(await trading.history.one(userId, healthy.id)).toMatchObject({ status: 'won' });
    expect(await trading.history.one(userId, poisoned.id)).toMatchObject({ status: 'active' });
    await database.db.sql`UPDATE trades SET last_seq = 4 WHERE id = ${poisoned.id}`;
    await settleAt(START_MS + 62_000);
    expect(await trading.history.one(userId, poisoned.id)).toMatchObject({ status: 'won' });
  });

  it('stores every event of a trade', async () => {
    const option = await placed();
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 61_000);
    const events = await database.db.sql<{ seq: number; kind: string }[]>`
      SELECT seq, kind FROM trade_events WHERE trade_id = ${option.id} ORDER BY seq`;
    expect(events.map((event) => event.kind)).toEqual(['intent', 'send', 'accept', 'open', 'settle']);
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the row equal to the trade rebuilt from its events', async () => {
    const option = await placed();
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 61_000);
    const events = await database.db.sql<{ kind: string; payload: object }[]>`
      SELECT kind, payload FROM trade_events WHERE trade_id = ${option.id} ORDER BY seq`;
    const [intent, ...rest] = events.map(({ kind, payload }) => ({ type: kind, ...payload }));
    let trade = { ...intent, state: 'intent' } as unknown as Trade;
    for (const event of rest) {
      const next = transition(trade, event as TradeEvent);
      if (!next.ok) throw new Error(`${next.error.event} in ${next.error.state}`);
      trade = next.value;
    }
    const settled = await trading.history.one(userId, option.id);
    expect(settled).toMatchObject({ ...wireStatusOf(trade.state), profit: 8.5 });
    expect('settlement' in trade && trade.settlement.profitMinor).toBe(850);
  });

  it('publishes a placed, a filled and a settled trade to its owner', async () => {
    const published: string[] = [];
    bus.subscribe(TRADE_CHANGED, ({ userId: owner, trade }) => {
      if (owner === userId) published.push(`${trade.execution} ${trade.status}`);
    });
    await placed();
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 61_000);
    expect(published).toEqual(['pending active', 'confirmed active', 'confirmed won']);
  });

  it('keeps every balance equal to the sum of its transfers', async () => {
    await placed();
    await settleAt(START_MS + 61_000);
    const [{ off }] = await database.db.sql<[{ off: number }]>`
      SELECT count(*)::int AS off FROM accounts a WHERE (cash_minor, held_minor) <> (
        SELECT sum(user_cash_minor), sum(user_hold_minor) FROM ledger_transfers t WHERE t.account_id = a.id)`;
    expect(off).toBe(0);
  });
});

describe('the trading statistics', () => {
  it('show no win rate before the first trade is won or lost', async () => {
    await placed();
    const stats = await trading.history.stats(userId);
    expect(stats).toMatchObject({ total_trades_today: 1, active_options: 1, at_stake: 10, win_rate: null });
    expect(stats.card).toMatchObject({ decided: 0, interval: null, verdict: null });
  });

  it('count the day in the user’s time zone, not in the server’s', async () => {
    await database.db.sql`UPDATE user_settings SET time_zone = 'America/Mexico_City' WHERE user_id = ${userId}`;
    await placed();
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 61_000);
    clock.advance(15 * 60 * 60 * 1_000);
    expect(await trading.history.stats(userId)).toMatchObject({
      total_trades_today: 1,
      profit_today: 8.5,
      equity_today: [8.5],
    });
    clock.advance(60 * 60 * 1_000);
    expect(await trading.history.stats(userId)).toMatchObject({
      total_trades_today: 0,
      profit_today: 0,
      total_profit_loss: 8.5,
    });
  });

  it.each(['2026-11-01T04:30:00.000Z', '2026-11-01T05:30:00.000Z'])(
    'start the day at the first midnight if the clocks go back over midnight (%s)',
    async (now) => {
      const placedAt = new Date('2026-11-01T04:10:00.000Z');
      const option = await placed();
      await database.db.sql`UPDATE trades SET entry_time = ${placedAt} WHERE id = ${option.id}`;
      const purse = { kind: 'mock', currency: 'USD' } as const;
      const query = { purse, timeZone: 'America/Havana', nowMs: Date.parse(now), sinceMs: 0 };
      expect(await readStatsRow(database.db.sql, userId, query)).toMatchObject({ placed_today: 1 });
    },
  );

  it('show the win rate with its interval, its break-even rate and its verdict', async () => {
    await placed();
    market.tick(START_MS + 59_000, 1.2);
    await settleAt(START_MS + 61_000);
    const { card, win_rate } = await trading.history.stats(userId);
    expect(win_rate).toBe(1);
    expect(card.break_even).toBeCloseTo(1 / 1.85, 12);
    expect(card.verdict).toBe('short_sample');
  });
});

describe('a user', () => {
  it('sees no trades of other users', async () => {
    const option = await placed();
    const stranger = await newUser();
    expect(await trading.history.one(stranger, option.id)).toBeNull();
    expect(await trading.history.active(stranger)).toEqual([]);
    expect(await trading.history.page(stranger, { limit: 50 })).toEqual({ ok: true, value: [] });
  });
});

describe('placing an order in a trading mode', () => {
  const DAY_MS = 24 * 60 * 60_000;
  let isConnected: boolean;
  const settings = (change: Columns) =>
    database.db.sql`UPDATE user_settings SET ${database.db.sql(change)} WHERE user_id = ${userId}`;
  const limitReal = (columns: Columns) => writeLimits(database.db.sql, userId, columns, 'real');
  async function cleared(): Promise<void> {
    await settings({
      chosen_broker: 'iqoption',
      chosen_kind: 'real',
      adult_declared_at: new Date(START_MS),
      country: 'MX',
      country_declared_at: new Date(START_MS),
    });
    await limitReal({ daily_loss_limit_minor: 5_000 });
  }
  /** Places an order as a user with an account and a second factor; `how` overrides fields of that actor. */
  const attempt = (how: Partial<Actor> = {}) =>
    trading.orders.place({ userId, isAnonymous: false, aal: 'aal2', scopes: null, ...how }, order(), null);

  beforeEach(async () => {
    isConnected = true;
    const connections = { ...NO_CONNECTIONS, hasVerified: async () => isConnected };
    const ours = createAccounts({ ids: randomIds, keyedHash: createKeyedHash(Buffer.alloc(32, 7)), connections });
    trading = createTrading({ ...deps, accounts: ours, metrics: new Registry() });
    await cleared();
  });

  it.each<[string, Columns, Partial<Actor>?]>([
    ['anonymous_not_allowed', {}, { isAnonymous: true }],
    ['self_excluded', { self_excluded_until: new Date(START_MS + DAY_MS) }],
    ['declaration_missing', { country_declared_at: null }],
    ['underage', { adult_declared_at: null }],
    ['country_banned', { country: 'DE' }],
    ['insufficient_aal', {}, { aal: 'aal1' }],
    ['bot_real_money', {}, { scopes: ['read', 'trade'] }],
  ])('refuses real money without charging anything: %s', async (code, change, how = {}) => {
    if (Object.keys(change).length > 0) await settings(change);
    expect(await attempt(how)).toMatchObject({ ok: false, error: { code } });
    expect(await balance()).toEqual({ cashMinor: 1_000_000, heldMinor: 0 });
    expect(await trading.history.active(userId)).toEqual([]);
  });

  it.each(['demo', 'real'])('refuses an order for the %s account if the broker is not connected', async (kind) => {
    isConnected = false;
    await settings({ chosen_kind: kind });
    expect(await attempt()).toMatchObject({ ok: false, error: { code: 'mode_unavailable' } });
  });

  it.each(['demo', 'real'])(
    'never moves an order for the %s account of a broker to the paper account',
    async (kind) => {
      await settings({ chosen_kind: kind });
      expect(await attempt()).toMatchObject({ ok: false, error: { code: 'broker_not_connected' } });
      expect(await balance()).toEqual({ cashMinor: 1_000_000, heldMinor: 0 });
    },
  );

  it('allows paper orders of a self-excluded user and of bots', async () => {
    await settings({ chosen_broker: null, chosen_kind: null, self_excluded_until: new Date(START_MS + DAY_MS) });
    expect(await attempt({ aal: 'aal1' })).toMatchObject({ ok: true, value: { mode: 'mock' } });
    expect(await attempt({ scopes: ['trade'] })).toMatchObject({ ok: true });
  });
});
