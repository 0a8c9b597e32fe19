import { durationMs } from '@vigia/core/kernel';
import { type LimitBook, PAPER_BOOK } from '@vigia/core/risk';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startAccountsServer } from '../testing.ts';
import { writeTradingPeriod } from './automation-state.ts';
import { setLimits } from './set-limits.ts';

const LIMITS = '/api/v1/account/limits';
const SAFETY = '/api/v1/account/safety';
const DAY_MS = 24 * 60 * 60_000;

const server = await startAccountsServer();
const { db, accounts, call, tokenFor, newPerson, logged, clock } = server;
afterAll(() => server.close());

let userId: string;
let token: string;
beforeEach(async () => {
  userId = await newPerson();
  token = tokenFor(userId);
});

const put = (change: object) => call(token, 'PUT', LIMITS, change);
const read = async () => (await call(token, 'GET', LIMITS)).data;
const guarded = (book: LimitBook = PAPER_BOOK) => accounts.riskLimits(db.sql, userId, book, clock.now());
const REAL = { scope: 'real', currency: 'USD' } as const;
const REAL_EUR = { scope: 'real', currency: 'EUR' } as const;
/** The practice book of a new user, as the API shows it. */
const PAPER = { book: PAPER_BOOK, books: [PAPER_BOOK, REAL] };
const inADay = () => new Date(clock.now() + DAY_MS).toISOString();
const FRESH = {
  max_concurrent_trades: 3,
  max_stake: null,
  daily_loss_limit: null,
  weekly_loss_limit: null,
  daily_trade_limit: null,
  cool_down_losses: null,
  cool_down_minutes: 30,
};
const NOTHING_WAITS = {
  max_concurrent_trades: null,
  max_stake: null,
  daily_loss_limit: null,
  weekly_loss_limit: null,
  daily_trade_limit: null,
  cool_down_losses: null,
  cool_down_minutes: null,
  time_zone: null,
};
const STRICT = {
  max_concurrent_trades: 2,
  max_stake: 25.5,
  daily_loss_limit: 50,
  weekly_loss_limit: 120.01,
  daily_trade_limit: 10,
  cool_down_losses: 3,
  cool_down_minutes: 60,
};

describe('the limits of a user', () => {
  it('have default values for a new user', async () => {
    expect(await read()).toEqual({ ...PAPER, limits: FRESH, waiting: NOTHING_WAITS, time_zone: 'UTC' });
  });

  it('change at once if the new value is stricter', async () => {
    const answer = await put(STRICT);
    expect(answer).toMatchObject({ status: 200, data: { limits: STRICT, waiting: NOTHING_WAITS } });
    expect(await read()).toEqual({ ...PAPER, limits: STRICT, waiting: NOTHING_WAITS, time_zone: 'UTC' });
    expect(await guarded()).toEqual({
      maxConcurrentTrades: 2,
      maxStakeMinor: 2_550,
      dailyLossLimitMinor: 5_000,
      weeklyLossLimitMinor: 12_001,
      dailyTradeLimit: 10,
      coolDown: { afterLosses: 3, minutes: 60 },
      killSwitch: false,
    });
  });

  it.each([
    ['max_concurrent_trades', 5],
    ['max_stake', 30],
    ['max_stake', null],
    ['daily_loss_limit', 80],
    ['daily_loss_limit', null],
    ['weekly_loss_limit', null],
    ['daily_trade_limit', 11],
    ['cool_down_losses', 4],
    ['cool_down_losses', null],
    ['cool_down_minutes', 59],
  ])('change 24 hours later if %s is loosened to %s, and list the pending change until then', async (name, value) => {
    await put(STRICT);
    const from = inADay();
    const waiting = { ...NOTHING_WAITS, [name]: { value, from } };
    expect((await put({ [name]: value })).data).toEqual({ ...PAPER, limits: STRICT, waiting, time_zone: 'UTC' });
    clock.advance(durationMs(DAY_MS - 1));
    expect(await read()).toEqual({ ...PAPER, limits: STRICT, waiting, time_zone: 'UTC' });
    clock.advance(durationMs(1));
    const limits = { ...STRICT, [name]: value };
    expect(await read()).toEqual({ ...PAPER, limits, waiting: NOTHING_WAITS, time_zone: 'UTC' });
  });

  it('drop a pending change if the current value is set again', async () => {
    await put({ daily_loss_limit: 50 });
    await put({ daily_loss_limit: 80 });
    expect((await put({ daily_loss_limit: 50 })).data).toMatchObject({ waiting: NOTHING_WAITS });
    clock.advance(durationMs(2 * DAY_MS));
    expect(await read()).toMatchObject({ limits: { daily_loss_limit: 50 } });
  });

  it('stay unchanged if the request omits them', async () => {
    await put(STRICT);
    await put({});
    await put({ max_stake: 20 });
    expect(await read()).toMatchObject({ limits: { ...STRICT, max_stake: 20 }, waiting: NOTHING_WAITS });
  });

  it('are all stored if several requests change different limits at the same time', async () => {
    await Promise.all([put({ max_stake: 20 }), put({ daily_loss_limit: 40 }), put({ max_concurrent_trades: 9 })]);
    expect(await read()).toMatchObject({
      limits: { max_stake: 20, daily_loss_limit: 40, max_concurrent_trades: 3 },
      waiting: { max_concurrent_trades: { value: 9 } },
    });
  });

  it('are written to the security log only if a value changes, with amounts as entered', async () => {
    await put({ daily_loss_limit: 50.25, max_concurrent_trades: 3 });
    await put({ daily_loss_limit: null });
    await put({ daily_loss_limit: null });
    await put({ daily_loss_limit: 50.25, cool_down_minutes: 45 });
    const event = (limit: string, from: number | null, to: number | null) => ({
      kind: 'limits_changed',
      detail: { limit, from, to, ...PAPER_BOOK },
    });
    expect(await logged(userId)).toEqual([
      event('daily_loss_limit', null, 50.25),
      event('daily_loss_limit', 50.25, null),
      event('daily_loss_limit', null, 50.25),
      event('cool_down_minutes', 30, 45),
    ]);
  });

  it.each([
    ['max_stake', -1],
    ['max_stake', 0],
    ['max_stake', 10.005],
    ['max_stake', 1e300],
    ['max_stake', '10'],
    ['max_stake', 'NaN'],
    ['daily_loss_limit', 0.001],
    ['daily_loss_limit', -0.01],
    ['weekly_loss_limit', true],
    ['daily_trade_limit', 1.5],
    ['daily_trade_limit', 10_001],
    ['max_concurrent_trades', 101],
    ['max_concurrent_trades', 0],
    ['max_concurrent_trades', null],
    ['cool_down_losses', 101],
    ['cool_down_minutes', 0],
    ['cool_down_minutes', null],
    ['cool_down_minutes', 10_081],
    ['time_zone', 'Asia/Tokyo'],
  ])('refuse %s of %j with the name of the field, and no limit changes', async (name, value) => {
    await put(STRICT);
    const before = [await read(), await logged(userId)];
    const answer = await put({ [name]: value, max_stake: 5, ...(name === 'max_stake' && { max_stake: value }) });
    expect(answer).toMatchObject({ status: 422, error: { code: 'validation_failed', details: [{ path: name }] } });
    expect(answer.text).not.toMatch(/[Ii]nvalid|expected|[Tt]oo (?:big|small)/);
    expect([await read(), await logged(userId)]).toEqual(before);
  });

  it.each(['{"daily_loss_limit":NaN}', '{"daily_loss_limit":Infinity}'])('stay unchanged after %s', async (payload) => {
    await put(STRICT);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await server.app.inject({ method: 'PUT', url: LIMITS, headers, payload });
    expect(answer.statusCode).toBe(400);
    expect(await read()).toMatchObject({ limits: STRICT, waiting: NOTHING_WAITS });
  });

  it('can be read with a bot token that has the read scope, but cannot be changed with any bot token', async () => {
    const bot = tokenFor(userId, { scopes: ['read'] });
    expect((await call(bot, 'GET', LIMITS)).status).toBe(200);
    expect(await call(tokenFor(userId, { scopes: ['trade'] }), 'GET', LIMITS)).toMatchObject({ status: 403 });
    expect(await call(bot, 'PUT', LIMITS, { max_stake: 1 })).toMatchObject({ status: 403 });
  });

  it('include the limit of concurrent trades in the profile; a raise of this limit waits 24 hours too', async () => {
    const patch = (limit: number) =>
      call(token, 'PATCH', `/rest/v1/users?id=eq.${userId}`, { max_concurrent_trades: limit });
    await patch(7);
    expect(await read()).toMatchObject({ waiting: { max_concurrent_trades: { value: 7, from: inADay() } } });
    await put({ max_concurrent_trades: 2 });
    const [row] = await db.sql`SELECT max_concurrent_trades FROM users WHERE id = ${userId}`;
    expect(row).toEqual({ max_concurrent_trades: 2 });
    clock.advance(durationMs(2 * DAY_MS));
    expect((await guarded()).maxConcurrentTrades).toBe(2);
  });
});

describe('the limits per currency', () => {
  const of = (book: LimitBook) => call(token, 'GET', `${LIMITS}?scope=${book.scope}&currency=${book.currency}`);
  const openAccount = (kind: 'demo' | 'real', currency: string, cashMinor: number, named = 'CR1') =>
    db.transaction(async (tx) => {
      const [row] = await tx<{ id: string }[]>`
      INSERT INTO accounts (id, user_id, broker, kind, currency, broker_account, created_at)
      VALUES (gen_random_uuid(), ${userId}, 'deriv', ${kind}, ${currency}, ${named}, now()) RETURNING id`;
      await tx`
      INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, equity_minor, created_at)
      VALUES (gen_random_uuid(), ${row?.id ?? ''}, 'equity', 'funding', ${cashMinor}, ${-cashMinor}, now())`;
    });

  /** Writes the ledger transfers of trades to the current account of a currency, at the time of the test's clock. */
  const transfer = (currency: string, phase: 'hold' | 'settlement', cashMinor: number, holdMinor: number) =>
    db.sql`
      INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor,
                                    broker_pnl_minor, created_at)
      SELECT gen_random_uuid(), id, ${phase}, ${phase}, gen_random_uuid(), ${cashMinor}, ${holdMinor},
             ${-cashMinor - holdMinor}, ${new Date(clock.now())}
      FROM accounts WHERE user_id = ${userId} AND currency = ${currency} AND is_current`;
  const hold = (currency: string, stakeMinor: number) => transfer(currency, 'hold', -stakeMinor, stakeMinor);
  const lose = async (currency: string, stakeMinor: number) => {
    await hold(currency, stakeMinor);
    await transfer(currency, 'settlement', 0, -stakeMinor);
  };

  it('are separate for real money in each currency and for practice accounts', async () => {
    await put({ book: REAL, daily_loss_limit: 5 });
    await put({ book: REAL_EUR, daily_loss_limit: 7.5, cool_down_losses: 2 });
    expect((await of(REAL)).data).toMatchObject({ book: REAL, limits: { ...FRESH, daily_loss_limit: 5 } });
    expect((await of(REAL_EUR)).data).toMatchObject({
      book: REAL_EUR,
      books: [PAPER_BOOK, REAL_EUR, REAL],
      limits: { ...FRESH, daily_loss_limit: 7.5, cool_down_losses: 2 },
    });
    expect(await read()).toMatchObject({ book: PAPER_BOOK, limits: FRESH });
    expect(await guarded(REAL_EUR)).toMatchObject({ dailyLossLimitMinor: 750 });
    expect(await guarded(REAL)).toMatchObject({ dailyLossLimitMinor: 500 });
    expect(await guarded()).toMatchObject({ dailyLossLimitMinor: null });
  });

  it('delay a looser real-money value by 24 hours, although a change of the practice limits applies at once', async () => {
    await put({ book: REAL, daily_loss_limit: 5 });
    await put({ book: REAL, daily_loss_limit: 50 });
    await put({ daily_loss_limit: 50 });
    expect((await of(REAL)).data).toMatchObject({
      limits: { daily_loss_limit: 5 },
      waiting: { daily_loss_limit: { value: 50, from: inADay() } },
    });
    expect(await read()).toMatchObject({ limits: { daily_loss_limit: 50 }, waiting: NOTHING_WAITS });
  });

  it('accept amounts with at most the decimals of their currency', async () => {
    const pesos = { scope: 'real', currency: 'CLP' } as const;
    expect((await put({ book: pesos, daily_loss_limit: 15_000 })).status).toBe(200);
    expect(await guarded(pesos)).toMatchObject({ dailyLossLimitMinor: 15_000 });
    const answer = await put({ book: pesos, daily_loss_limit: 0.5 });
    expect(answer).toMatchObject({
      status: 422,
      error: { details: [{ path: 'daily_loss_limit', message: expect.stringContaining('no tiene decimales') }] },
    });
  });

  it('include a limit of concurrent trades that all currencies share', async () => {
    await put({ book: REAL_EUR, max_concurrent_trades: 2 });
    expect(await guarded()).toMatchObject({ maxConcurrentTrades: 2 });
    expect(await guarded(REAL)).toMatchObject({ maxConcurrentTrades: 2 });
  });

  it('are those of the chosen account if the request names no currency', async () => {
    await openAccount('real', 'EUR', 10_000);
    await db.sql`UPDATE user_settings SET chosen_broker = 'deriv', chosen_kind = 'real' WHERE user_id = ${userId}`;
    await put({ daily_loss_limit: 20 });
    expect(await read()).toMatchObject({
      book: REAL_EUR,
      books: [PAPER_BOOK, REAL_EUR],
      limits: { daily_loss_limit: 20 },
    });
    expect((await of(PAPER_BOOK)).data).toMatchObject({ limits: { daily_loss_limit: null } });
  });

  it.each(['max_stake', 'daily_loss_limit', 'weekly_loss_limit'])(
    'refuse a %s above the balance, because such a limit could never refuse an order',
    async (name) => {
      await openAccount('real', 'EUR', 10_000);
      const answer = await put({ book: REAL_EUR, cool_down_losses: 2, [name]: 100.01 });
      expect(answer).toMatchObject({ status: 422, error: { code: 'limit_above_balance', details: [{ path: name }] } });
      expect(answer.error?.message).toMatch(/tu saldo, .* es de 100[.]00 EUR/);
      expect((await of(REAL_EUR)).data).toMatchObject({ limits: FRESH });
      expect((await put({ book: REAL_EUR, [name]: 100 })).status).toBe(200);
      // In a currency without money a limit may exceed the balance, so that it can be set before the first deposit.
      expect((await put({ book: REAL, [name]: 100.01 })).status).toBe(200);
      expect((await put({ [name]: 10_000.01 })).status).toBe(422);
    },
  );

  it('accept their current value even if it is above the balance, and then drop a pending change', async () => {
    await put({ book: REAL_EUR, daily_loss_limit: 200 });
    await put({ book: REAL_EUR, daily_loss_limit: null });
    await openAccount('real', 'EUR', 10_000);
    expect((await put({ book: REAL_EUR, daily_loss_limit: 200 })).data).toMatchObject({ waiting: NOTHING_WAITS });
  });

  it('accept a stricter value at once, even if it is above the balance', async () => {
    await put({ book: REAL_EUR, daily_loss_limit: 200 });
    await openAccount('real', 'EUR', 10_000);
    expect((await put({ book: REAL_EUR, daily_loss_limit: 150 })).data).toMatchObject({
      limits: { daily_loss_limit: 150 },
      waiting: NOTHING_WAITS,
    });
  });

  it('allow a loss limit up to balance plus losses of this week, and a maximum stake up to the balance', async () => {
    await openAccount('real', 'EUR', 30_000);
    await lose('EUR', 20_000);
    for (const name of ['daily_loss_limit', 'weekly_loss_limit']) {
      expect((await put({ book: REAL_EUR, [name]: 300.01 })).status).toBe(422);
      expect((await put({ book: REAL_EUR, [name]: 150 })).status).toBe(200);
    }
    expect((await put({ book: REAL_EUR, max_stake: 150 })).status).toBe(422);
  });

  it('use a balance that includes the stakes of running trades, but no account of an earlier broker login', async () => {
    await openAccount('real', 'EUR', 30_000);
    await db.sql`UPDATE accounts SET is_current = false WHERE user_id = ${userId} AND currency = 'EUR'`;
    await openAccount('real', 'EUR', 10_000, 'CR2');
    await hold('EUR', 4_000);
    expect((await put({ book: REAL_EUR, max_stake: 100.01 })).status).toBe(422);
    expect((await put({ book: REAL_EUR, max_stake: 100 })).status).toBe(200);
  });
});

describe('the time zone of the limits', () => {
  const move = (zone: string) => db.transaction((tx) => accounts.setTimeZone(tx, userId, zone, clock.now()));

  it('follows a change of the user’s time zone a day later, whether to the east or to the west', async () => {
    await move('Asia/Tokyo');
    const from = inADay();
    const settings = async () => accounts.riskSettings(db.sql, userId, clock.now());
    expect(await settings()).toMatchObject({ timeZone: 'Asia/Tokyo', limitsTimeZone: 'UTC' });
    expect(await read()).toMatchObject({ time_zone: 'UTC', waiting: { time_zone: { value: 'Asia/Tokyo', from } } });
    clock.advance(durationMs(DAY_MS));
    expect(await settings()).toMatchObject({ timeZone: 'Asia/Tokyo', limitsTimeZone: 'Asia/Tokyo' });
    expect(await read()).toMatchObject({ time_zone: 'Asia/Tokyo', waiting: { time_zone: null } });
  });

  it('stays unchanged if the user restores the previous time zone within a day', async () => {
    await move('Asia/Tokyo');
    clock.advance(durationMs(DAY_MS / 2));
    await move('UTC');
    clock.advance(durationMs(DAY_MS));
    expect(await read()).toMatchObject({ time_zone: 'UTC', waiting: { time_zone: null } });
  });
});

describe('a change of limits', () => {
  const isWaiting = () =>
    db.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  async function untilWaiting(): Promise<void> {
    await expect.poll(async () => (await isWaiting()).length).toBeGreaterThan(0);
  }

  it('waits for an order that is being placed, and then both succeed', async () => {
    const moved = await db.transaction(async (tx) => {
      await accounts.lockMockAccount(tx, userId);
      const moving = db.transaction((other) => accounts.setTimeZone(other, userId, 'Asia/Tokyo', clock.now()));
      await untilWaiting();
      await writeTradingPeriod(tx, userId, { sinceMs: clock.now(), lastOrderMs: clock.now() });
      return { moving };
    });
    await moved.moving;
    expect(await read()).toMatchObject({ waiting: { time_zone: { value: 'Asia/Tokyo' } } });
  });

  it('waits for a deletion of the account, and the deletion then succeeds', async () => {
    const change = { maxConcurrentTrades: 1 };
    const removed = await db.transaction(async (tx) => {
      await tx`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
      const changing = db
        .transaction((other) => setLimits(other, userId, PAPER_BOOK, change, clock.now()))
        .catch((error: Error) => error.message);
      await untilWaiting();
      await tx`DELETE FROM auth_users WHERE id = ${userId}`;
      return { changing };
    });
    expect(await removed.changing).toContain('has settings');
    expect(await db.sql`SELECT 1 FROM users WHERE id = ${userId}`).toHaveLength(0);
  });
});

it('real-money trading is refused for lack of a daily loss limit once the removal of the limit takes effect', async () => {
  const obstacles = async () => (await call(token, 'GET', SAFETY)).data?.['obstacles'];
  expect(await obstacles()).toContain('daily_loss_limit_missing');
  await put({ daily_loss_limit: 100 });
  expect(await obstacles()).toContain('daily_loss_limit_missing');
  await put({ daily_loss_limit: 100, book: REAL });
  expect(await obstacles()).not.toContain('daily_loss_limit_missing');
  await put({ daily_loss_limit: null, book: REAL });
  expect(await obstacles()).not.toContain('daily_loss_limit_missing');
  clock.advance(durationMs(DAY_MS));
  expect(await obstacles()).toContain('daily_loss_limit_missing');
});
