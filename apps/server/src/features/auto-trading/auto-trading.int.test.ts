import type { Broker } from '@vigia/broker-kit/port';
import { ERROR_MESSAGES_ES, type ErrorCode, fillMessage } from '@vigia/contract';
import { durationMs } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { minutesLong, secondsLong, ticksLong } from '@vigia/core/trades';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Columns, Database } from '#platform/persistence/database.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { ACCOUNT_CHANGED } from '../accounts/index.ts';
import { writeLimits } from '../accounts/limits/testing.ts';
import { readDecisions, SIGNAL_DECIDED } from '../signals/index.ts';
import { TRADE_CHANGED } from '../trading/index.ts';
import type { AutoTrader } from './auto-trader.ts';
import type { AutoTradeRules } from './automation-source.ts';
import { automationAccounts, firstAutomationBroker, moveAutomation } from './move-automation.ts';
import { createAutoTradingWorld, NO_RISK_CONTROL, START_MS } from './testing.ts';

const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-18', '2026-12-05')`;
afterAll(() => database.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Terms of a signal whose entry is so far in the future that the signal is never late in these tests. The entry lies
 * between two whole seconds, so the order does not wait for a whole second.
 */
const AHEAD = { ageMs: -60_001 };
/** Options of `vi.waitFor` with a long timeout, because the machine may be busy. */
const PATIENCE = { timeout: 20_000, interval: 5 };

let world: ReturnType<typeof createAutoTradingWorld>;
let userId: string;
let traders: AutoTrader[];
beforeEach(async () => {
  await db.sql`DELETE FROM auth_users`;
  world = createAutoTradingWorld({ db });
  userId = await world.newUser();
  traders = [];
});
afterEach(() => Promise.all(traders.map((trader) => trader.stop())));

function start(change: Parameters<typeof world.newTrader>[0] = {}): AutoTrader {
  const trader = world.newTrader(change);
  traders.push(trader);
  void trader.start();
  return trader;
}
const setup = (change: Partial<AutoTradeRules> = {}) => world.newAutomation(userId, change);
const martingale = (steps = 3): Partial<AutoTradeRules> => ({
  moneyManagement: { betType: 'martingale', fixedAmount: 10, multiplier: 2, steps },
});
const control = (change: Partial<AutoTradeRules['riskControl']>) => ({
  riskControl: { ...NO_RISK_CONTROL, ...change },
});
const settings = (columns: Columns) => db.sql`UPDATE user_settings SET ${db.sql(columns)} WHERE user_id = ${userId}`;

/** Stores and publishes a signal of this setup and returns its decision. */
async function signal(automationId: string, trader: AutoTrader, terms: Parameters<typeof world.seal>[1] = {}) {
  const signalId = await world.seal({ automationId, userId }, terms);
  world.publish(signalId, { automationId, userId });
  await Promise.resolve();
  await trader.idle();
  return (await world.decisions(userId)).at(-1);
}
/** Advances the clock with ticks at this price, and settles due trades. */
async function pass(ms: number, price = 1.1): Promise<void> {
  world.clock.advance(durationMs(ms - 100));
  world.market.tick(world.clock.now(), price);
  world.clock.advance(durationMs(100));
  await world.settleAt(1.1);
}
/** Advances the clock until `count` signals are decided. */
const untilDecided = (count: number) =>
  vi.waitFor(async () => {
    world.clock.advance(250);
    expect(await world.decisions(userId)).toHaveLength(count);
  }, PATIENCE);
const WIN = 1.2;
const LOSE = 1.0;
const textOf = (decision: Awaited<ReturnType<typeof signal>>) =>
  fillMessage(ERROR_MESSAGES_ES[decision?.code as ErrorCode], decision?.values ?? {});

describe('a signal', () => {
  it('becomes a trade if its setup has auto-trading on, and the trade and the new balance are published after the commit', async () => {
    const trader = start();
    const published: unknown[] = [];
    world.bus.subscribe(TRADE_CHANGED, ({ trade }) => published.push([trade.origin, trade.amount, trade.option_type]));
    world.bus.subscribe(ACCOUNT_CHANGED, ({ account }) => published.push([account.balance, account.held]));
    const id = await setup();
    expect(await signal(id, trader, { direction: 'PUT', length: minutesLong(3) })).toMatchObject({
      decision: 'traded',
      code: null,
      stake_minor: 1_000,
      step: 1,
      has_trade: true,
    });
    expect(published).toEqual([
      ['pcr', 10, 'PUT'],
      [9_990, 10],
    ]);
    const [trade] = await db.sql`SELECT automation_id, origin, duration_min, account, mode FROM trades`;
    expect(trade).toEqual({ automation_id: id, origin: 'pcr', duration_min: 3, account: 'mock', mode: 'mock' });
  });

  it('publishes each decision with its reason or its stake, after the decision is stored', async () => {
    const trader = start();
    const published: unknown[] = [];
    world.bus.subscribe(SIGNAL_DECIDED, (event) => published.push(event));
    const id = await setup(martingale());
    const first = await world.seal({ automationId: id, userId });
    world.publish(first, { automationId: id, userId });
    await Promise.resolve();
    await trader.idle();
    const at = new Date(world.clock.now()).toISOString();
    const traded = { decision: 'traded', at, stake: 10, currency: 'USD', ladder: { step: 1, steps: 3 } };
    expect(published).toEqual([{ userId, automation: 'pcr', signalId: first, decision: traded }]);
    await settings({ kill_switch_at: new Date(START_MS) });
    await signal(await setup(), trader);
    expect(published.slice(1)).toEqual([
      {
        userId,
        automation: 'pcr',
        signalId: expect.any(String),
        decision: { decision: 'refused', at, code: 'kill_switch', message: ERROR_MESSAGES_ES.kill_switch },
      },
    ]);
  });

  it('with a duration in seconds becomes a trade that ends exactly that many seconds after its entry', async () => {
    const trader = start();
    const decision = await signal(await setup(), trader, { length: secondsLong(15) });
    expect(decision).toMatchObject({ decision: 'traded', has_trade: true });
    const [trade] = await db.sql`
      SELECT duration_min, duration_s, duration_ticks, extract(epoch FROM expiry_time - entry_time)::int AS lasts
      FROM trades`;
    expect(trade).toEqual({ duration_min: null, duration_s: 15, duration_ticks: null, lasts: 15 });
    await pass(15_000, WIN);
    expect(await db.sql`SELECT status FROM trades`).toEqual([{ status: 'won' }]);
  });

  it.each([
    ['7 s', secondsLong(7)],
    ['5 ticks', ticksLong(5)],
  ])(
    'is refused if its account does not offer its duration, and the message states the duration: %s',
    async (text, length) => {
      const decision = await signal(await setup(), start(), { length });
      expect(decision).toMatchObject({ decision: 'refused', code: 'duration_unavailable', has_trade: false });
      expect(textOf(decision)).toBe(`EURUSD no se puede operar a ${text}.`);
      expect(await db.sql`SELECT id FROM trades`).toEqual([]);
    },
  );

  it('becomes a trade in the same way for a strategy as for a setup', async () => {
    const trader = start();
    const automationId = await world.newAutomation(userId, {}, 'strategy');
    const of = { automationId, userId, automation: 'strategy' } as const;
    world.publish(await world.seal(of), of);
    await Promise.resolve();
    await trader.idle();
    expect(await db.sql`SELECT origin, automation_id FROM trades`).toEqual([
      { origin: 'strategy', automation_id: automationId },
    ]);
  });

  it('opens one trade, even if two servers receive it fifty times and a third server finds it', async () => {
    const automationId = await setup();
    const both = [start(), start()];
    const signalId = await world.seal({ automationId, userId });
    for (let time = 0; time < 50; time += 1) {
      world.publish(signalId, { automationId, userId });
      if (time % 5 === 0) await Promise.resolve();
    }
    const third = start();
    await Promise.all([...both, third].map((trader) => trader.idle()));
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
    expect(await world.decisions(userId)).toHaveLength(1);
    await start().idle();
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
  });

  it('cannot be traded twice, because the database refuses a second trade and a second decision', async () => {
    const trader = start();
    await signal(await setup(), trader);
    const again = (columns: string) =>
      db.transaction(async (tx) => {
        await tx`CREATE TEMP TABLE copy ON COMMIT DROP AS SELECT * FROM ${tx.unsafe(columns)}`;
        if (columns === 'trades') await tx`UPDATE copy SET id = gen_random_uuid()`;
        await tx`INSERT INTO ${tx.unsafe(columns)} SELECT * FROM copy`;
      });
    await expect(again('trades')).rejects.toThrow('trades_signal');
    await expect(again('automation_decisions')).rejects.toThrow('automation_decisions_pkey');
  });

  it.each<[string, Partial<AutoTradeRules>]>([
    ['is switched off', { isActive: false }],
    ['only signals', { autoTrade: false }],
    ['belongs to another user by now', { userId: '00000000-0000-4000-8000-000000000000' }],
  ])('gets neither a trade nor a decision if its setup %s', async (_name, change) => {
    expect(await signal(await setup(change), start())).toBeUndefined();
    expect(await world.holds(userId)).toEqual({ trades: 0, minor: 0 });
  });

  it('is never traded if it belongs to a built-in setup', async () => {
    const trader = start();
    const automationId = await world.newAutomation(null);
    const signalId = await world.seal({ automationId, userId });
    world.publish(signalId, { automationId, userId });
    await Promise.resolve();
    await trader.idle();
    expect(await db.sql`SELECT 1 FROM trades`).toHaveLength(0);
    expect(await db.sql`SELECT 1 FROM automation_decisions`).toHaveLength(0);
  });

  it('is refused while the kill switch is on, and traded if it comes after the user has resumed', async () => {
    const trader = start();
    const id = await setup();
    await settings({ kill_switch_at: new Date(START_MS) });
    expect(await signal(id, trader)).toMatchObject({ decision: 'refused', code: 'kill_switch', stake_minor: 1_000 });
    await settings({ kill_switch_at: null });
    world.clock.advance(1);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
  });

  it('is refused if the broker of its account is not connected', async () => {
    const id = await setup({ account: { broker: 'iqoption', kind: 'demo' } });
    expect(await signal(id, start())).toMatchObject({ decision: 'refused', code: 'mode_unavailable' });
  });

  it.each(['demo', 'real'])(
    'is traded on the account of its setup, even if the user has chosen the %s account of a broker',
    async (kind) => {
      await settings({ chosen_broker: 'iqoption', chosen_kind: kind });
      expect(await signal(await setup(), start())).toMatchObject({ decision: 'traded' });
      expect(await db.sql`SELECT broker, account FROM trades`).toMatchObject([{ broker: 'mock', account: 'mock' }]);
    },
  );

  it('is refused with the message of the limit if it exceeds a limit of the user', async () => {
    await writeLimits(db.sql, userId, { daily_loss_limit_minor: 999 });
    await settings({ time_zone: 'America/Bogota', limits_time_zone: 'America/Bogota' });
    const decision = await signal(await setup(), start());
    expect(decision).toMatchObject({ decision: 'refused', code: 'daily_loss_limit' });
    expect(textOf(decision)).toBe(
      'Esta operación podría pasar tu límite de pérdida diaria de $9.99. Se reinicia mañana a las 00:00.',
    );
  });

  it('is traded with the percentage of the balance that its setup defines, rounded down to a cent', async () => {
    await db.sql`UPDATE users SET max_concurrent_trades = 9 WHERE id = ${userId}`;
    const id = await setup({ moneyManagement: { betType: 'percent', percent: 0.33 } });
    const trader = start();
    expect(await signal(id, trader)).toMatchObject({ stake_minor: 3_300 });
    world.clock.advance(1);
    expect(await signal(id, trader)).toMatchObject({ stake_minor: 3_289 });
  });

  it('is refused if another setup has just opened the last trade that the limit of the user allows', async () => {
    await db.sql`UPDATE users SET max_concurrent_trades = 1 WHERE id = ${userId}`;
    const servers = [start(), start()];
    const ids = await Promise.all([setup(), setup()]);
    const signals = await Promise.all(ids.map((automationId) => world.seal({ automationId, userId })));
    signals.forEach((signalId, index) => world.publish(signalId, { automationId: ids[index] ?? '', userId }));
    await Promise.resolve();
    await Promise.all(servers.map((trader) => trader.idle()));
    const codes = (await world.decisions(userId)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([null, 'too_many_active']);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
  });
});

it('decisions about signals are listed newest first with their values, and a filter omits traded signals', async () => {
  const trader = start();
  const id = await setup(control({ maxDailyOperations: 1 }));
  await signal(id, trader, { direction: 'PUT' });
  world.clock.advance(1_000);
  await signal(id, trader);
  const read = (only: 'all' | 'unplaced', rows = 9) => readDecisions(db.sql, 'pcr', id, { limit: rows, only });
  expect(await read('all')).toMatchObject([
    { decision: 'refused', direction: 'CALL', values: { name: 'uno', limit: 1 }, trade_id: null, stake_minor: 1_000 },
    { decision: 'traded', direction: 'PUT', code: null, values: {}, entry_time_ms: START_MS - 300 },
  ]);
  expect(await read('unplaced')).toHaveLength(1);
  expect(await read('all', 1)).toMatchObject([{ decision: 'refused' }]);
});

describe('a late signal', () => {
  it('is recorded as late, and not traded, once its entry is more than three seconds ago', async () => {
    const id = await setup();
    const trader = start();
    expect(await signal(id, trader, { ageMs: 3_000 })).toMatchObject({ decision: 'traded' });
    world.clock.advance(1);
    const late = await signal(id, trader, { ageMs: 3_001 });
    expect(late).toMatchObject({ decision: 'late', code: 'late_order', stake_minor: null, has_trade: false });
    expect(textOf(late)).toBe('La señal era de hace 4 s: ya era tarde para entrar y no se operó.');
  });

  it('is recorded as late if the order would be too late by the usual latency of the venue', async () => {
    const id = await setup();
    // Two seconds pass between an order and its response.
    const transaction: Database['transaction'] = async (work) => {
      const value = await db.transaction(work);
      world.clock.advance(2_000);
      return value;
    };
    const trader = start({ db: { ...db, transaction } });
    expect(await signal(id, trader, { ageMs: 1_500 })).toMatchObject({ decision: 'traded' });
    world.market.tick(world.clock.now(), 1.1);
    expect(await signal(id, trader, { ageMs: 1_001 })).toMatchObject({ decision: 'late' });
    expect(await signal(id, trader, { ageMs: 1_000 })).toMatchObject({ decision: 'traded' });
  });

  it('is recorded as late if it waits too long for the row lock of the account', async () => {
    const id = await setup();
    const lockMockAccount: typeof world.accounts.lockMockAccount = async (tx, user) => {
      const account = await world.accounts.lockMockAccount(tx, user);
      world.clock.advance(2_000);
      return account;
    };
    const slow = start({ accounts: { ...world.accounts, lockMockAccount } });
    expect(await signal(id, slow, { ageMs: 1_001 })).toMatchObject({ decision: 'late', code: 'late_order' });
    expect(await world.holds(userId)).toEqual({ trades: 0, minor: 0 });
  });
});

describe('after a crash between storing a signal and placing its order', () => {
  it('signals that are still in time are traded once, and older signals are recorded as late once', async () => {
    const automationId = await setup();
    await world.seal({ automationId, userId }, { ageMs: 60_000 });
    await world.seal({ automationId, userId }, { ageMs: 1_000 });
    await start().idle();
    const decided = await world.decisions(userId);
    expect(decided.map(({ decision }) => decision).toSorted()).toEqual(['late', 'traded']);
    await start().idle();
    expect(await world.decisions(userId)).toEqual(decided);
  });

  it('signals from before the user switched auto-trading on get no decision', async () => {
    const automationId = await setup();
    await world.seal({ automationId, userId });
    world.clock.advance(1_000);
    await world.sources.pcr.turn(automationId, true, new Date(world.clock.now()));
    await start().idle();
    expect(await world.decisions(userId)).toEqual([]);
  });

  it('signals older than a day get no decision', async () => {
    const automationId = await setup();
    await world.seal({ automationId, userId });
    world.clock.advance(24 * HOUR_MS + 1);
    await start().idle();
    expect(await world.decisions(userId)).toEqual([]);
  });
});

describe('the signal executor with an unavailable database', () => {
  const away = () => Object.assign(new Error('the database is away'), { code: 'CONNECTION_CLOSED' });
  /** Returns a database whose next `times` transactions fail, before they start or after their commit. */
  function failing(times: number, how: 'before' | 'after') {
    let left = times;
    const transaction: Database['transaction'] = async (work) => {
      const fails = left > 0;
      left -= 1;
      if (fails && how === 'before') throw away();
      const value = await db.transaction(work);
      if (fails) throw away();
      return value;
    };
    return { ...db, transaction };
  }

  it('retries a signal that is still in time', async () => {
    const automationId = await setup();
    start({ db: failing(3, 'before') });
    world.publish(await world.seal({ automationId, userId }, AHEAD), { automationId, userId });
    await untilDecided(1);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
  });

  it('records a signal as late if the database becomes available too late', async () => {
    const automationId = await setup();
    start({ db: failing(15, 'before') });
    world.publish(await world.seal({ automationId, userId }), { automationId, userId });
    await untilDecided(1);
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'late' }]);
  });

  it('places one trade if the commit succeeds and only its response is lost', async () => {
    const automationId = await setup();
    const trader = start({ db: failing(1, 'after') });
    world.publish(await world.seal({ automationId, userId }, AHEAD), { automationId, userId });
    await untilDecided(1);
    await vi.waitFor(async () => {
      world.clock.advance(250);
      const isIdle = trader.idle().then(() => true);
      expect(await Promise.race([isIdle, new Promise((resolve) => setImmediate(resolve, false))])).toBe(true);
    }, PATIENCE);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
  });

  it('places one trade if the connection breaks in the middle of an order', async () => {
    const automationId = await setup();
    start();
    await db.transaction(async (tx) => {
      await world.accounts.lockMockAccount(tx, userId);
      world.publish(await world.seal({ automationId, userId }, AHEAD), { automationId, userId });
      const waiting = () => db.sql<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await waiting()).not.toHaveLength(0), PATIENCE);
      const [victim] = await waiting();
      await db.sql`SELECT pg_terminate_backend(${victim?.pid ?? 0})`;
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), PATIENCE);
    });
    await untilDecided(1);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
  });

  it('retries a failed signal lookup', async () => {
    const automationId = await setup();
    let cuts = 2;
    const sql = new Proxy(db.sql, {
      apply(target, self, args) {
        cuts -= 1;
        if (cuts >= 0) throw away();
        return Reflect.apply(target, self, args);
      },
    });
    start({ db: { ...db, sql } });
    world.publish(await world.seal({ automationId, userId }, AHEAD), { automationId, userId });
    await untilDecided(1);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
  });
});

describe('a martingale ladder', () => {
  it('continues after a loss, restarts after a win, and repeats the step after a tie', async () => {
    const id = await setup(martingale());
    const trader = start();
    const played: unknown[] = [];
    for (const price of [LOSE, LOSE, WIN, LOSE, 1.1, LOSE, LOSE, WIN]) {
      const decision = await signal(id, trader);
      played.push([decision?.step, (decision?.stake_minor ?? 0) / 100]);
      await pass(5 * MINUTE_MS, price);
    }
    expect(played).toEqual([
      [1, 10],
      [2, 20],
      [3, 40],
      [1, 10],
      [2, 20],
      [2, 20],
      [3, 40],
      [1, 10],
    ]);
  });

  it('continues at the same step after a restart', async () => {
    const id = await setup(martingale());
    const first = start();
    await signal(id, first);
    await pass(5 * MINUTE_MS, LOSE);
    await first.stop();
    expect(await signal(id, start())).toMatchObject({ step: 2, stake_minor: 2_000 });
  });

  it('delays the next signal until its open trade ends, and refuses the signal if that is too late', async () => {
    const id = await setup(martingale());
    const trader = start();
    await signal(id, trader);
    world.clock.advance(MINUTE_MS);
    world.market.tick(world.clock.now(), 1.1);
    const automationId = id;
    world.publish(await world.seal({ automationId, userId }), { automationId, userId });
    await untilDecided(2);
    const [, second] = await world.decisions(userId);
    expect(second).toMatchObject({ decision: 'refused', code: 'automation_ladder_open' });
    expect(world.clock.now() - START_MS - MINUTE_MS).toBeGreaterThanOrEqual(2_250);
  });

  it('places its next trade as soon as the previous trade is settled', async () => {
    const id = await setup(martingale());
    const trader = start();
    await signal(id, trader);
    world.clock.advance(5 * MINUTE_MS - 100);
    world.market.tick(world.clock.now(), LOSE);
    const automationId = id;
    world.publish(await world.seal({ automationId, userId }, AHEAD), { automationId, userId });
    await Promise.resolve();
    world.clock.advance(500);
    await world.settleAt(1.1);
    await untilDecided(2);
    expect((await world.decisions(userId)).at(-1)).toMatchObject({ decision: 'traded', step: 2, stake_minor: 2_000 });
  });

  it.each([
    ['the balance', { cash: 6_999 }, 'perderla entera cuesta $70.00 y tu saldo es $69.99.'],
    [
      'a limit',
      { daily_loss_limit_minor: 6_999 },
      'perderla entera cuesta $70.00 y tu límite de pérdida diaria es $69.99.',
    ],
  ])('is refused if the sum of its stakes exceeds %s', async (_name, bounds, why) => {
    if ('cash' in bounds) await leave(bounds.cash);
    else await writeLimits(db.sql, userId, bounds);
    const decision = await signal(await setup(martingale()), start());
    expect(decision).toMatchObject({ decision: 'refused', code: 'martingale_refused', stake_minor: 1_000, step: 1 });
    expect(textOf(decision)).toBe(`Esa martingala no se puede activar: ${why}`);
    expect(await world.holds(userId)).toEqual({ trades: 0, minor: 0 });
  });

  it('restarts at its first step after a change of its stakes, or after a trade with a fixed stake', async () => {
    const id = await setup();
    const trader = start();
    await signal(id, trader);
    await pass(5 * MINUTE_MS, LOSE);
    world.sources.pcr.change(id, martingale());
    expect(await signal(id, trader)).toMatchObject({ step: 1 });
    await pass(5 * MINUTE_MS, LOSE);
    world.sources.pcr.change(id, martingale(2));
    expect(await signal(id, trader)).toMatchObject({ step: 1 });
  });

  /** Reduces the balance of the user's account to this many cents. */
  async function leave(cashMinor: number): Promise<void> {
    const { accountId, cashMinor: has } = await world.accounts.mockAccount(db.sql, userId);
    await db.sql`
      INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, equity_minor, created_at)
      VALUES (gen_random_uuid(), ${accountId}, 'withdrawal', 'funding', ${cashMinor - has}, ${has - cashMinor}, now())`;
  }
});

describe('the limits of a single setup', () => {
  const bogota = () => settings({ time_zone: 'America/Bogota', limits_time_zone: 'America/Bogota' });

  it('refuse trades above the daily maximum, and state the time of the reset in the owner’s time zone', async () => {
    await bogota();
    const trader = start();
    const [id, other] = [await setup(control({ maxDailyOperations: 2 })), await setup()];
    for (let count = 0; count < 2; count += 1) {
      expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
      await pass(5 * MINUTE_MS);
    }
    const third = await signal(id, trader);
    expect(third).toMatchObject({ decision: 'refused', code: 'automation_operations_limit' });
    expect(textOf(third)).toBe('«uno» llegó a su máximo de 2 operaciones. Se reinicia mañana a las 00:00.');
    world.clock.advance(1);
    expect(await signal(other, trader)).toMatchObject({ decision: 'traded' });
    await pass(15 * HOUR_MS - 16 * MINUTE_MS - 1);
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_operations_limit' });
    await pass(6 * MINUTE_MS);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
  });

  it('count the stakes of open trades as lost, and stop the setup once reached, even if it wins later', async () => {
    await db.sql`UPDATE users SET max_concurrent_trades = 9 WHERE id = ${userId}`;
    const trader = start();
    const id = await setup(control({ dailyLossLimit: 25 }));
    await signal(id, trader);
    world.clock.advance(1);
    await signal(id, trader);
    world.clock.advance(1);
    // Two trades of 10 are open. A third would put 30 at risk, above the limit of 25, so it is refused. The setup is
    // not stopped, because no loss has been settled yet.
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_loss_limit', values: { limit: '$25.00' } });
    await pass(5 * MINUTE_MS, WIN);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
    await pass(5 * MINUTE_MS, LOSE);
    for (let count = 0; count < 3; count += 1) {
      expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
      await pass(5 * MINUTE_MS, LOSE);
    }
    // So far 17 was won and 40 lost. Losing the next 10 would make a loss of 33, above the limit of 25.
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_loss_limit' });
    world.sources.pcr.change(id, control({ dailyLossLimit: 1_000 }));
    world.clock.advance(1);
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_loss_limit', values: { limit: '$25.00' } });
  });

  it('stop an automation until the next day once it has reached its profit target of the day', async () => {
    await bogota();
    const trader = start();
    const id = await setup(control({ dailyProfitTarget: 8 }));
    await signal(id, trader);
    await pass(5 * MINUTE_MS, WIN);
    const refused = await signal(id, trader);
    expect(refused).toMatchObject({ code: 'automation_profit_target' });
    expect(textOf(refused)).toMatch(/^«uno» llegó a su objetivo de ganancia de \$8\.00 del día\. Se reinicia /);
    await pass(24 * HOUR_MS);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
  });

  it('apply until the week ends if the setup resets them weekly', async () => {
    await bogota();
    const trader = start();
    const id = await setup(control({ weeklyLossLimit: 15 }));
    await signal(id, trader);
    await pass(5 * MINUTE_MS, LOSE);
    const refused = await signal(id, trader);
    expect(textOf(refused)).toBe(
      'Esta operación podría pasar el límite de pérdida de $15.00 de «uno». Se reinicia el lunes 23 de noviembre a las 00:00.',
    );
    await pass(24 * HOUR_MS);
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_loss_limit' });
    await pass(48 * HOUR_MS);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
  });

  it('stop the setup until the weekly reset once they are reached', async () => {
    const trader = start();
    const id = await setup(control({ maxDailyOperations: 1, resetTime: 'weekly' }));
    await signal(id, trader);
    await pass(5 * MINUTE_MS);
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_operations_limit' });
    await pass(48 * HOUR_MS);
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_operations_limit' });
    await pass(24 * HOUR_MS);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
  });

  it('count a day from the reset time of the setup', async () => {
    await bogota();
    const trader = start();
    // The current time is 09:00 in Bogotá.
    const id = await setup(control({ maxDailyOperations: 1, resetTime: '09:30' }));
    await signal(id, trader);
    await pass(20 * MINUTE_MS);
    const refused = await signal(id, trader);
    expect(textOf(refused)).toContain('Se reinicia hoy a las 09:30.');
    await pass(10 * MINUTE_MS);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
    await pass(5 * MINUTE_MS);
    expect(textOf(await signal(id, trader))).toContain('Se reinicia mañana a las 09:30.');
  });

  it('switch auto-trading off without automatic reset, until the user switches it on again on a later day', async () => {
    const trader = start();
    const id = await setup(control({ maxDailyOperations: 1, autoReset: false }));
    await signal(id, trader);
    await pass(5 * MINUTE_MS);
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_operations_limit' });
    expect(world.sources.pcr.stopped).toEqual([id]);
    await pass(24 * HOUR_MS);
    await signal(id, trader);
    expect(await world.decisions(userId)).toHaveLength(2);
    await world.sources.pcr.turn(id, true, new Date(world.clock.now()));
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
  });

  it('do not reset if the user switches auto-trading on again on the same day', async () => {
    const trader = start();
    const id = await setup(control({ maxDailyOperations: 1, autoReset: false }));
    await signal(id, trader);
    await pass(5 * MINUTE_MS);
    await signal(id, trader);
    await world.sources.pcr.turn(id, true, new Date(world.clock.now()));
    world.clock.advance(1);
    expect(await signal(id, trader)).toMatchObject({ code: 'automation_operations_limit' });
    await pass(24 * HOUR_MS);
    expect(await signal(id, trader)).toMatchObject({ decision: 'traded' });
  });
});

describe('the account of a setup', () => {
  const brokerOf = (id: string, forbidsBots: boolean) =>
    // The cast is safe, because the tested code reads only these properties of a broker.
    ({ id, traits: { displayName: id, forbidsBots, words: { known: 'Citado el 26 oct 2023.' } } }) as unknown as Broker;
  const catalog = [brokerOf('deriv', false), brokerOf('quotex', true)];
  const deps = () => ({ db, clock: world.clock, catalog, accounts: world.accounts, sources: world.sources });
  const move = (id: string, wanted: string) => moveAutomation(deps(), userId, { kind: 'pcr', id }, wanted);

  it('is the paper account or the demo account of a broker that allows bots', async () => {
    const id = await setup();
    expect(await move(id, 'deriv')).toEqual({ ok: true, value: { broker: 'deriv' } });
    expect(world.sources.pcr.rules.get(id)?.account).toEqual({ broker: 'deriv', kind: 'demo' });
    expect(await move(id, 'quotex')).toMatchObject({
      ok: false,
      error: { code: 'automation_forbidden', values: { name: 'quotex', known: 'Citado el 26 oct 2023.' } },
    });
    expect(await move(id, 'pocket')).toMatchObject({ ok: false, error: { code: 'broker_unknown' } });
    expect(world.sources.pcr.rules.get(id)?.account).toEqual({ broker: 'deriv', kind: 'demo' });
    expect(await move(id, 'mock')).toEqual({ ok: true, value: { broker: 'mock' } });
    expect(world.sources.pcr.rules.get(id)?.account).toBeNull();
  });

  const reports = (currency: Currency) =>
    db.transaction((tx) => {
      const key = { broker: 'deriv', kind: 'demo', currency, brokerAccount: currency } as const;
      return world.accounts.useBrokerAccount(tx, userId, key, world.clock.now());
    });

  it('is refused if its currency has fewer decimals than the amounts of the setup', async () => {
    const id = await setup({ moneyManagement: { betType: 'fixed', fixedAmount: 10.5 } });
    await reports('CLP');
    expect(await move(id, 'deriv')).toEqual({
      ok: false,
      error: { code: 'automation_amounts', values: { currency: 'CLP' } },
    });
    expect(world.sources.pcr.rules.get(id)?.account).toBeNull();
    const whole = await setup({ moneyManagement: { betType: 'fixed', fixedAmount: 5_000 } });
    expect(await move(whole, 'deriv')).toMatchObject({ ok: true });
    const limited = await setup(control({ dailyLossLimit: 99.5 }));
    expect(await move(limited, 'deriv')).toMatchObject({ ok: false, error: { code: 'automation_amounts' } });
    await reports('EUR');
    expect(await move(id, 'deriv')).toMatchObject({ ok: true });
  });

  it('is listed with currency and balance if the broker has reported them', async () => {
    await reports('CLP');
    await settings({ chosen_broker: 'deriv', chosen_kind: 'demo' });
    expect(await automationAccounts(deps(), userId)).toEqual({
      first: 'deriv',
      accounts: [
        { broker: 'mock', currency: 'USD', balance: 10_000, forbids_bots: false },
        { broker: 'deriv', currency: 'CLP', balance: 0, forbids_bots: false },
        { broker: 'quotex', currency: null, balance: null, forbids_bots: true },
      ],
    });
  });

  it('is by default the demo account at the chosen broker, or paper if that broker forbids bots', async () => {
    const first = () => firstAutomationBroker(db.sql, { accounts: world.accounts, catalog }, userId);
    expect(await first()).toBeNull();
    await settings({ chosen_broker: 'deriv', chosen_kind: 'real' });
    expect(await first()).toBe('deriv');
    await settings({ chosen_broker: 'quotex', chosen_kind: 'demo' });
    expect(await first()).toBeNull();
  });
});
