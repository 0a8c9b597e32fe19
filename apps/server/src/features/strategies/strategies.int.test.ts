import { StrategyView } from '@vigia/contract';
import { columnsOf } from '@vigia/core/candles';
import { minorUnits } from '@vigia/core/kernel';
import { STRATEGY_TYPES } from '@vigia/core/strategy-definitions';
import { lengthField, lengthIn } from '@vigia/core/trades';
import { type StrategyStatus } from '@vigia/core/vocabulary';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { writeDecision } from '../signals/index.ts';
import { deleteAllUsers } from '../trading/testing.ts';
import { STRATEGY_SECTIONS } from './export-sections.ts';
import { readRules } from './read-rules.ts';
import type { Strategies } from './strategies.ts';
import { createStrategyWorld, MINUTE_MS, START_MS } from './testing.ts';
import { COLOUR_RULES, strategyBody } from './testing-body.ts';

const NO_TICKS = { length: 0, timeMs: columnsOf([]).time, price: columnsOf([]).close };
const iso = (minutes: number): string => new Date(START_MS + minutes * MINUTE_MS).toISOString();

let database: TestDatabase;
let world: ReturnType<typeof createStrategyWorld>;
let userId: string;
let strategies: Strategies;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await deleteAllUsers(database);
  world = createStrategyWorld(database.db, NO_TICKS);
  userId = await world.newPerson();
  strategies = await world.started();
});
afterEach(() => strategies.stop());
afterAll(() => database.close());

const create = (wish: object = {}, owner = userId) =>
  strategies.create({ userId: owner, scopes: null }, strategyBody(wish));

async function created(wish: object = {}, owner = userId): Promise<StrategyView> {
  const made = await create(wish, owner);
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

async function replaced(id: string, wish: object): Promise<StrategyView> {
  const made = await strategies.replace({ userId, scopes: null }, id, strategyBody(wish));
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

const versionsOf = (id: string) =>
  database.db.sql<{ version: number; parameters: unknown }[]>`
    SELECT version, parameters FROM strategy_versions WHERE strategy_id = ${id} ORDER BY version`;

/** Stores a signal as the journal does. */
async function signalled(strategyId: string, seq: number, outcome: string | null, entry = iso(seq), payout = 0.85) {
  const id = randomIds.next();
  const entryMs = Date.parse(entry);
  const body = {
    direction: 'CALL',
    asset: 'EURUSD',
    timeframe: '5m',
    entry_time_ms: entryMs,
    entry_price: 1.1,
    payout,
  };
  const expirationMs = entryMs + 5 * MINUTE_MS;
  await database.db.sql`
    INSERT INTO strategy_signals (id, strategy_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
                                  previous_hash, hash, published_at)
    VALUES (${id}, ${strategyId}, ${seq}, 1, ${entryMs / 1_000}, ${entryMs}, ${expirationMs},
            ${database.db.sql.json({ ...body, expiration_ms: expirationMs })}, 'a', 'b', ${entry})`;
  if (outcome !== null)
    await database.db.sql`
      INSERT INTO strategy_signal_outcomes (signal_id, outcome, settle_price, decided_at) VALUES (${id}, ${outcome},
        1.2, ${entry})`;
  return id;
}

async function traded(
  strategyId: string,
  status: string,
  profitMinor: number | null,
  minutes: number,
  signalId: string | null = null,
) {
  const [account] = await database.db.sql<{ id: string }[]>`SELECT id FROM accounts WHERE user_id = ${userId}`;
  const settled = status === 'active' ? null : iso(minutes + 5);
  await database.db.sql`
    INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                        payout_bp, duration_min, entry_price, entry_time, expiry_time, status, execution, profit_minor,
                        settled_at, created_at, automation_id, signal_id)
    VALUES (${randomIds.next()}, ${userId}, ${account?.id ?? ''}, 'mock', 'mock', 'mock', 'strategy', 'EURUSD', 'simulated', 'CALL',
            1000, 8000, 5, 1.1, ${iso(minutes)}, ${iso(minutes + 5)}, ${status}, 'confirmed', ${profitMinor},
              ${settled},
            ${iso(minutes)}, ${strategyId}, ${signalId})`;
}

it('a bot cannot make a strategy on a real account trade more, whatever its scopes', async () => {
  const { id } = await created({ status: 'active', auto_trade: true });
  await database.db.sql`UPDATE strategies SET account_broker = 'iqoption', account_kind = 'real' WHERE id = ${id}`;
  const bot = { userId, scopes: ['read', 'trade', 'pcr'] } as const;
  const more = strategyBody({ status: 'active', auto_trade: true, parameters: { trade_amount: 50 } });
  expect(await strategies.replace(bot, id, more)).toMatchObject({ ok: false, error: { code: 'bot_real_money' } });
  expect(await strategies.setStatus(bot, id, 'paused')).toMatchObject({ ok: true });
  expect(await strategies.setStatus(bot, id, 'active')).toMatchObject({ ok: false, error: { code: 'bot_real_money' } });
});

describe('a new strategy', () => {
  it('has every default and a record without trades', async () => {
    const view = StrategyView.parse(await created());
    expect(view).toMatchObject({
      name: 'Prueba',
      description: null,
      type: 'rsi',
      status: 'inactive',
      asset: 'EURUSD',
      timeframe: '5m',
      auto_trade: false,
      version: 1,
      payout: 0.85,
      parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 },
      performance: {
        total_trades: 0,
        win_rate: null,
        profit_loss: null,
        last_trade_at: null,
        equity: [],
        card: { rate: null },
      },
      signals: { total: 0, today: 0, last_signal_at: null, card: { decided: 0, rate: null } },
    });
    expect(await strategies.list(userId)).toEqual([view]);
    expect(await strategies.one(userId, view.id)).toEqual(view);
    expect(await versionsOf(view.id)).toHaveLength(1);
  });

  it.each(STRATEGY_TYPES)('is stored with its type: %s', async (type) => {
    const parameters = type === 'custom' ? COLOUR_RULES : {};
    expect(await created({ type, parameters })).toMatchObject({ type, parameters });
  });

  it.each([
    ['seconds', { duration_seconds: 15 }, { duration: null, duration_seconds: 15, duration_ticks: null }],
    ['ticks', { duration_ticks: 5 }, { duration: null, duration_seconds: null, duration_ticks: 5 }],
    ['whole minutes', { duration_seconds: 120 }, { duration: 2, duration_seconds: null, duration_ticks: null }],
  ])('is stored with a duration in %s, and a client can send it back unchanged', async (_unit, given, stated) => {
    const view = await created({ parameters: given });
    expect(view.parameters).toMatchObject(stated);
    const [version] = await versionsOf(view.id);
    expect(readRules({ type: 'rsi', parameters: version?.parameters })?.parameters).toMatchObject(
      lengthField(lengthIn(stated)),
    );
    const again = await replaced(view.id, { parameters: view.parameters });
    expect([again.version, again.parameters]).toEqual([1, view.parameters]);
    expect((await replaced(view.id, { parameters: { duration: 3 } })).version).toBe(2);
  });

  it('has its own daily limits, which auto-trading reads, and a change of them creates no new version', async () => {
    const view = await created({ parameters: { limits: { daily_loss: 25, daily_profit: 40.5 } } });
    expect(view.parameters['limits']).toEqual({
      daily_operations: null,
      daily_loss: 25,
      daily_profit: 40.5,
      auto_reset: true,
    });
    expect((await strategies.autoTradeRules(database.db.sql, view.id))?.riskControl).toEqual({
      maxDailyOperations: 'all',
      dailyLossLimit: 25,
      weeklyLossLimit: null,
      dailyProfitTarget: 40.5,
      autoReset: true,
      resetTime: 'daily',
    });
    const changed = await replaced(view.id, { parameters: { limits: { daily_operations: 3, auto_reset: false } } });
    expect(changed.version).toBe(1);
    const { riskControl } = (await strategies.autoTradeRules(database.db.sql, view.id)) ?? {};
    expect(riskControl).toMatchObject({ maxDailyOperations: 3, autoReset: false });
    const refused = await create({ parameters: { limits: { daily_loss: 1.005 } } });
    expect(refused).toMatchObject({
      error: { code: 'amount_invalid', details: [{ path: 'parameters.limits.daily_loss' }] },
    });
  });

  it('sizes its stakes by a plan, which auto-trading reads, and a change of it creates no new version', async () => {
    const moneyOf = async (id: string) => (await strategies.autoTradeRules(database.db.sql, id))?.moneyManagement;
    const view = await created({ parameters: { trade_amount: 20 } });
    expect(await moneyOf(view.id)).toEqual({ betType: 'fixed', fixedAmount: 20 });
    const ladder = { plan: 'martingale', multiplier: 2, steps: 3 } as const;
    const changed = await replaced(view.id, { parameters: { trade_amount: 20, stake_plan: ladder } });
    expect([changed.version, changed.parameters['stake_plan']]).toEqual([1, ladder]);
    expect(await moneyOf(view.id)).toEqual({ betType: 'martingale', fixedAmount: 20, multiplier: 2, steps: 3 });
    await replaced(view.id, { parameters: { stake_plan: { plan: 'percent', percent: 1.5 } } });
    expect(await moneyOf(view.id)).toEqual({ betType: 'percent', percent: 1.5 });
    expect((await replaced(view.id, { parameters: {} })).parameters).not.toHaveProperty('stake_plan');
  });

  it('is refused with a martingale that its account cannot afford, but can be renamed or stopped', async () => {
    const ladder = (trade_amount: number, limits?: object) => ({
      parameters: {
        trade_amount,
        stake_plan: { plan: 'martingale', multiplier: 2, steps: 3 },
        ...(limits && { limits }),
      },
    });
    expect(await create(ladder(1_500))).toMatchObject({
      error: { code: 'martingale_refused', values: { why: 'llega a $6,000.00 y el máximo del activo es $5,000.00.' } },
    });
    const view = await created(ladder(1_000));
    const owner = { userId, scopes: null };
    const saved = (wish: object) => strategies.replace(owner, view.id, strategyBody(wish));
    const strict = ladder(1_000, { daily_loss: 100 });
    expect(await saved({ ...strict, name: 'Otro nombre', auto_trade: true })).toMatchObject({ ok: true });
    const refused = { error: { code: 'martingale_refused', values: { why: expect.stringContaining('$100.00') } } };
    expect(await strategies.setStatus(owner, view.id, 'active')).toMatchObject(refused);
    expect(await saved(ladder(1_001, { daily_loss: 100 }))).toMatchObject(refused);
    expect(await strategies.setStatus(owner, view.id, 'paused')).toMatchObject({ ok: true });
  });

  it('is refused for a duration that the paper account lacks, but accepted on an account of a broker', async () => {
    world.market.payout = null;
    const short = { parameters: { duration_seconds: 20 } };
    expect(await create(short)).toMatchObject({
      error: { code: 'duration_unavailable', values: { symbol: 'EURUSD', length: '20 s' } },
    });
    world.first.broker = 'deriv';
    expect(await created(short)).toMatchObject({ payout: null, parameters: { duration_seconds: 20 } });
    expect(await create({ parameters: { duration: 7 } })).toMatchObject({ error: { code: 'duration_unavailable' } });
  });

  it('is refused for an unknown asset, an unavailable duration or a stake with a third decimal', async () => {
    expect(await create({ asset: 'NOPE' })).toMatchObject({
      error: { code: 'asset_unknown', values: { symbol: 'NOPE' } },
    });
    expect(await create({ parameters: { trade_amount: 10.005 } })).toMatchObject({
      error: { code: 'amount_invalid', details: [{ path: 'parameters.trade_amount' }] },
    });
    world.market.payout = null;
    expect(await create()).toMatchObject({ error: { code: 'duration_unavailable', values: { minutes: 5 } } });
    expect(await strategies.list(userId)).toEqual([]);
  });

  it('is refused if the user has two hundred strategies that are not archived', async () => {
    await database.db.sql`
      INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time,
        live_since, created_at, updated_at)
      SELECT gen_random_uuid(), ${userId}, 'x', 'rsi', 'EURUSD', '5m', '{}', 'inactive', 0, now(), now(), now()
      FROM generate_series(1, 198)`;
    const made = await Promise.all([create(), create(), create(), create()]);
    expect(made.filter(({ ok }) => ok)).toHaveLength(2);
    expect(made.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'strategy_limit', values: { maximum: 200 } } });
    const first = made.find(({ ok }) => ok);
    if (first?.ok) await strategies.remove(userId, first.value.id);
    expect((await create()).ok).toBe(true);
  });
});

describe('a change of a strategy', () => {
  it.each([
    ['type', { type: 'macd', parameters: {} }],
    ['what it sees', { parameters: { oversold: 25 } }],
    ['duration', { parameters: { duration: 6 } }],
    ['asset', { asset: 'GBPUSD' }],
    ['timeframe', { timeframe: '1m' }],
  ])('affecting its %s creates a new version', async (_, wish) => {
    const { id } = await created();
    expect((await replaced(id, wish)).version).toBe(2);
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it('affecting only name, stake, status or auto-trading creates no new version', async () => {
    const { id } = await created();
    const wish = {
      name: 'Otra',
      description: 'Más',
      status: 'paused',
      auto_trade: true,
      parameters: { trade_amount: 20 },
    };
    expect(await replaced(id, wish)).toMatchObject({
      version: 1,
      name: 'Otra',
      description: 'Más',
      status: 'paused',
      auto_trade: true,
      parameters: { trade_amount: 20 },
    });
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it('to a duration that is no longer offered is refused only if it affects the signals', async () => {
    const { id } = await created();
    world.market.payout = null;
    expect(await replaced(id, { name: 'Otra' })).toMatchObject({ name: 'Otra', payout: null });
    expect(await strategies.replace({ userId, scopes: null }, id, strategyBody({ timeframe: '1h' }))).toMatchObject({
      error: { code: 'duration_unavailable' },
    });
  });

  it('to its status switches the strategy on or off', async () => {
    const { id } = await created();
    const turn = (status: StrategyStatus) => strategies.setStatus({ userId, scopes: null }, id, status);
    expect(await turn('active')).toMatchObject({ ok: true, value: { status: 'active' } });
    expect(strategies.streams).toBe(1);
    expect(await turn('paused')).toMatchObject({ ok: true, value: { status: 'paused' } });
    expect(strategies.streams).toBe(0);
  });
});

describe('a strategy of another user', () => {
  it('is not found by a request of any method', async () => {
    const stranger = await world.newPerson();
    const { id } = await created({ status: 'active' });
    expect(await strategies.list(stranger)).toEqual([]);
    expect(await strategies.one(stranger, id)).toBeNull();
    expect(await strategies.signals(stranger, id)).toBeNull();
    expect(await strategies.rejections(stranger, id)).toBeNull();
    expect(await strategies.setStatus({ userId: stranger, scopes: null }, id, 'inactive')).toMatchObject({
      error: { code: 'strategy_not_found' },
    });
    expect(await strategies.remove(stranger, id)).toBe(false);
    expect(await strategies.rulesOf(database.db.sql, stranger, id)).toBeNull();
    expect(
      await strategies.replace({ userId: stranger, scopes: null }, id, strategyBody({ name: 'Mía' })),
    ).toMatchObject({ error: { code: 'strategy_not_found' } });
    expect(await strategies.one(userId, id)).toMatchObject({ name: 'Prueba', status: 'active' });
  });
});

describe('a deleted strategy', () => {
  it('is not found by a request of any method and no longer runs, but its signals and trades remain', async () => {
    const { id } = await created({ status: 'active', auto_trade: true });
    await signalled(id, 1, 'won');
    await traded(id, 'won', 800, 1);
    expect(await strategies.remove(userId, id)).toBe(true);
    expect(await strategies.remove(userId, id)).toBe(false);
    expect([await strategies.list(userId), await strategies.one(userId, id)]).toEqual([[], null]);
    expect([await strategies.signals(userId, id), strategies.streams]).toEqual([null, 0]);
    expect(await strategies.countAutomatic(database.db.sql, userId)).toBe(0);
    expect(await strategies.autoTradeRules(database.db.sql, id)).toBeNull();
    const [kept] = await database.db.sql`
      SELECT (SELECT count(*)::int FROM strategy_signals) AS signals, (SELECT count(*)::int FROM trades) AS trades`;
    expect(kept).toEqual({ signals: 1, trades: 1 });
  });
});

describe('the record of a strategy', () => {
  it('counts trades and ties, and shows the break-even rate at their payouts and the running result', async () => {
    const [{ id }, other] = [await created(), await created()];
    await traded(other.id, 'won', 800, 0);
    for (const [index, [status, profit]] of (
      [
        ['won', 800],
        ['lost', -1_000],
        ['expired', 0],
        ['won', 800],
        ['active', null],
      ] as const
    ).entries())
      await traded(id, status, profit, index);
    const { performance } = StrategyView.parse(await strategies.one(userId, id));
    expect(performance).toMatchObject({
      total_trades: 5,
      profit_loss: 6,
      last_trade_at: iso(4),
      equity: [8, -2, -2, 6],
      card: { won: 2, lost: 1, tied: 1, decided: 3, rate: 2 / 3 },
    });
    expect(performance.card.break_even).toBeCloseTo(1 / 1.8, 12);
  });

  it('shows the running total after each of the last sixty trades, and it includes all earlier trades', async () => {
    const { id } = await created();
    for (let index = 0; index < 65; index += 1) await traded(id, 'won', 100, index);
    const equity = (await strategies.one(userId, id))?.performance.equity ?? [];
    expect([equity.length, equity[0], equity.at(-1)]).toEqual([60, 6, 65]);
  });

  it('counts all signals, and separately the signals of today in the user’s time zone', async () => {
    const owner = await world.newPerson('America/Bogota');
    const { id } = await created({}, owner);
    // The clock shows midnight UTC of the 18th. In Bogotá it is 19:00 of the 17th, a day that started at 05:00 UTC.
    await signalled(id, 1, 'won', '2026-11-17T04:59:00.000Z', 0.5);
    await signalled(id, 2, 'lost', '2026-11-17T05:00:00.000Z', 1);
    await signalled(id, 3, 'tie', '2026-11-17T20:00:00.000Z', 0.1);
    await signalled(id, 4, null, '2026-11-17T23:59:00.000Z');
    const signals = (await strategies.one(owner, id))?.signals;
    expect(signals).toMatchObject({
      total: 4,
      today: 3,
      last_signal_at: '2026-11-17T23:59:00.000Z',
      card: { won: 1, lost: 1, tied: 1, decided: 2 },
    });
    expect(signals?.card.break_even).toBeCloseTo(1 / 1.75, 12);
  });

  it('counts a signal without a payout in the win rate, but not in the break-even rate', async () => {
    const { id } = await created();
    await signalled(id, 1, 'won', iso(1), 0);
    await signalled(id, 2, 'lost', iso(2), 0.5);
    const card = (await strategies.one(userId, id))?.signals.card;
    expect(card).toMatchObject({ decided: 2, rate: 0.5 });
    expect(card?.break_even).toBeCloseTo(1 / 1.5, 12);
  });
});

describe('signals of a strategy', () => {
  it('are listed newest first with their outcomes, at most a hundred', async () => {
    const { id } = await created();
    for (let seq = 1; seq <= 101; seq += 1) await signalled(id, seq, seq % 2 === 0 ? 'won' : null);
    const signalId = await signalled(id, 102, 'lost');
    await traded(id, 'lost', -1_000, 102, signalId);
    const signals = (await strategies.signals(userId, id)) ?? [];
    expect(await strategies.allSignals(userId)).toEqual(signals);
    expect(await strategies.allSignals(await world.newPerson())).toEqual([]);
    expect(signals.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => 102 - index));
    expect(signals[0]).toMatchObject({ status: 'lost', settle_price: 1.2, expiry: 5, strategy_name: 'Prueba' });
    expect(signals[0]?.trade_id).toMatch(/^[\da-f-]{36}$/);
    expect(signals[1]).toMatchObject({ status: 'pending', settle_price: null, trade_id: null });
  });
});

describe('a signal of a strategy', () => {
  it('states the decision about its order: its stake, the sentence of the refusal, or none', async () => {
    const { id } = await created();
    const [placed, refused] = [await signalled(id, 1, null), await signalled(id, 2, null)];
    await signalled(id, 3, null);
    await traded(id, 'lost', -1_000, 1, placed);
    const tradeId = randomIds.next();
    const decide = (signalId: string, made: Parameters<typeof writeDecision>[2]) =>
      database.db.transaction((tx) =>
        writeDecision(tx, { automation: 'strategy', automationId: id, userId, signalId }, made, START_MS),
      );
    await decide(placed, { decision: 'traded', tradeId, stakeMinor: minorUnits(1_000), step: 1, stakesMinor: null });
    const refusal = { decision: 'refused', code: 'too_many_active', values: { maximum: 3 }, stakeMinor: null } as const;
    await decide(refused, { ...refusal, step: 1, reached: null });
    const at = new Date(START_MS).toISOString();
    expect((await strategies.signals(userId, id))?.map(({ decision }) => decision)).toEqual([
      null,
      { decision: 'refused', at, code: 'too_many_active', message: 'Ya tienes el máximo de 3 operaciones activas.' },
      { decision: 'traded', at, stake: 10, currency: 'USD', ladder: null },
    ]);
  });
});

describe('the rejections of a strategy', () => {
  it('include refused orders, but not placed orders', async () => {
    const { id } = await created();
    const [refused, placed] = [await signalled(id, 1, null), await signalled(id, 2, null)];
    const signal = { automation: 'strategy', automationId: id, userId } as const;
    const refusal = { decision: 'refused', code: 'too_many_active', values: { maximum: 3 }, stakeMinor: null } as const;
    await database.db.transaction((tx) =>
      writeDecision(tx, { ...signal, signalId: refused }, { ...refusal, step: 1, reached: null }, START_MS),
    );
    await database.db.transaction((tx) =>
      writeDecision(
        tx,
        { ...signal, signalId: placed },
        { decision: 'traded', tradeId: randomIds.next(), stakeMinor: minorUnits(1_000), step: 1, stakesMinor: null },
        START_MS,
      ),
    );
    const rejections = (await strategies.rejections(userId, id)) ?? [];
    expect(rejections).toMatchObject([
      { id: refused, automation: 'strategy', stage: 'order', reason: 'too_many_active', direction: 'CALL' },
    ]);
    expect(rejections[0]?.message).toContain('3');
  });
});

describe('the interface of strategies for auto-trading', () => {
  it('returns the fixed stake of a strategy, whether it may trade, and no limits if it has none', async () => {
    const { sql } = database.db;
    const { id } = await created({ status: 'active', auto_trade: true, parameters: { trade_amount: 2.5 } });
    await created({ status: 'paused', auto_trade: true });
    await created({ status: 'active' });
    expect(await strategies.autoTradeRules(sql, id)).toEqual({
      userId,
      name: 'Prueba',
      isActive: true,
      autoTrade: true,
      account: null,
      moneyManagement: { betType: 'fixed', fixedAmount: 2.5 },
      riskControl: {
        maxDailyOperations: 'all',
        dailyLossLimit: null,
        weeklyLossLimit: null,
        dailyProfitTarget: null,
        autoReset: true,
        resetTime: 'daily',
      },
    });
    expect(await strategies.countAutomatic(sql, userId)).toBe(1);
    await strategies.stopAutoTrade(sql, id, START_MS);
    expect(await strategies.autoTradeRules(sql, id)).toMatchObject({ isActive: true, autoTrade: false });
    expect(await strategies.countAutomatic(sql, userId)).toBe(0);
    expect(await strategies.rulesOf(sql, userId, id)).toMatchObject({
      name: 'Prueba',
      asset: 'EURUSD',
      timeframe: '5m',
      version: 1,
      rules: { type: 'rsi', parameters: { trade_amount: 2.5 } },
    });
  });

  it('locks a strategy until the calling transaction ends', async () => {
    const { id } = await created({ status: 'active', auto_trade: true });
    const order: string[] = [];
    let pausing: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await strategies.autoTradeRules(tx, id);
      pausing = strategies.setStatus({ userId, scopes: null }, id, 'paused').then(() => order.push('paused'));
      const waits = async (): Promise<boolean> => {
        // This query runs outside the transaction, because `pg_stat_activity` does not change within a transaction.
        const [row] = await database.db.sql<[{ waiting: number }]>`
          SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'
            AND query LIKE '%strategies%'`;
        return row.waiting > 0;
      };
      await expect.poll(waits, { timeout: 10_000 }).toBe(true);
      order.push('decided');
    });
    await pausing;
    expect(order).toEqual(['decided', 'paused']);
  });
});

describe('the data export of a user', () => {
  it('contains only the strategies of that user, including archived ones, with versions and signals', async () => {
    const stranger = await world.newPerson();
    await created({}, stranger);
    const { id } = await created();
    await replaced(id, { timeframe: '1m' });
    await signalled(id, 1, 'won');
    await strategies.remove(userId, id);
    const taken: Record<string, unknown[]> = {};
    for (const { name, pages } of STRATEGY_SECTIONS)
      for await (const rows of pages(database.db.sql, userId)) taken[name] = [...(taken[name] ?? []), ...rows];
    expect(taken).toMatchObject({
      strategies: [
        {
          id,
          timeframe: '1m',
          versions: [
            { version: 1, timeframe: '5m' },
            { version: 2, timeframe: '1m' },
          ],
        },
      ],
      strategy_signals: [{ strategy_id: id, outcome: 'won' }],
    });
    expect(taken['strategies']).toHaveLength(1);
  });
});
