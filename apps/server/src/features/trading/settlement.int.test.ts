import { epochMs, minorUnits, price, ratio } from '@vigia/core/kernel';
import { balancesOf, type Settlement, settle, settlementTransfer, wireStatusOf } from '@vigia/core/trades';
import type { ManualClock } from '@vigia/testkit';
import { propertyRuns, stopsAtFirstFailure } from '@vigia/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { settleDueTrades, type TimedSettlement } from './settle-due-trades.ts';
import { SettlementLoop } from './settlement-loop.ts';
import { SettlementPublisher } from './settlement-publisher.ts';
import { createTradingWorld, deleteAllUsers, type ScriptedMarket, START_MS } from './testing.ts';
import { EXPIRY_MS, placeCall, tradingDatabase } from './testing-paper.ts';
import { createTrading, type Trading } from './trading.ts';

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let clock: ManualClock;
let market: ScriptedMarket;
let trading: Trading;
let userId: string;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = createTradingWorld(database);
  ({ clock, market } = world);
  trading = createTrading(world.deps);
  userId = await world.newUser();
});

const owner = <T>(work: Parameters<typeof withConnection<T>>[1]) =>
  withConnection(parseDatabaseUrl(database.ownerUrl), work);

async function settleNow(): Promise<TimedSettlement[]> {
  const settled: TimedSettlement[] = [];
  await settleDueTrades(world.deps, (trades) => void settled.push(...trades));
  return settled;
}

const place = (amount = 10) => placeCall(trading, userId, { amount });

const cash = async () => (await world.accounts.mockAccount(database.db.sql, userId)).cashMinor;
const statusOf = async (id: string) => (await trading.history.one(userId, id))?.status;

/**
 * A trade in one of the states that the transition table allows, with the last tick of its market before its expiry.
 */
type Case = {
  readonly symbol: string;
  readonly direction: 'CALL' | 'PUT';
  readonly stakeMinor: number;
  readonly payoutBp: number;
  readonly entryPrice: number;
  readonly entryMs: number;
};
type Market = { readonly tickAgeMs: number; readonly price: number } | null;

const cents = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 900_000_000_000 }));
const prices = fc.oneof(
  fc.constantFrom(1.1, 1.10001, 64_123.5, 0.000012),
  fc.double({ min: 1e-6, max: 1e6, noNaN: true, noDefaultInfinity: true }),
);
const cases = fc.array(
  fc.record({
    symbol: fc.integer({ min: 0, max: 24 }).map((n) => `SYM${n}`),
    direction: fc.constantFrom('CALL' as const, 'PUT' as const),
    stakeMinor: cents,
    payoutBp: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 5_000, 8_500, 10_000)),
    entryPrice: prices,
    entryMs: fc.oneof(
      fc.integer({ min: 1, max: 90_000 }).map((ageMs) => EXPIRY_MS - ageMs),
      fc.constantFrom(EXPIRY_MS - 60_000, EXPIRY_MS - 59_999, EXPIRY_MS - 1),
    ),
  }),
  { minLength: 400, maxLength: 400 },
);
const markets = fc.array(
  fc.option(
    fc.record({
      tickAgeMs: fc.oneof(fc.integer({ min: 1, max: 70_000 }), fc.constantFrom(1, 59_999, 60_000, 60_001)),
      price: prices,
    }),
    { nil: null, freq: 8 },
  ),
  { minLength: 25, maxLength: 25 },
);

const tickOf = (at: Market) =>
  at === null ? null : { timeMs: epochMs(EXPIRY_MS - at.tickAgeMs), price: price(at.price) };

function bySettle(one: Case, at: Market): Settlement {
  const trade = {
    direction: one.direction,
    entryPrice: price(one.entryPrice),
    entryTimeMs: epochMs(one.entryMs),
    expiryTimeMs: epochMs(EXPIRY_MS),
    stakeMinor: minorUnits(one.stakeMinor),
    payoutRatio: ratio(one.payoutBp / 10_000),
  };
  return settle(trade, tickOf(at));
}

async function insertCases(all: readonly Case[]): Promise<string[]> {
  return owner(async (sql) => {
    const rows = await sql<{ id: string }[]>`
      INSERT INTO trades
        (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                          payout_bp, duration_min, entry_price, entry_tick_ms,
                          entry_time, expiry_time, status, execution,
                          created_at, last_seq)
      SELECT gen_random_uuid(), a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', c.symbol, 'simulated', c.direction,
             c.stake,
             c.payout, 1, c.price, c.entry, to_timestamp(c.entry / 1000.0), ${new Date(EXPIRY_MS)}, 'active',
             'confirmed',
             ${new Date(START_MS)}, 4
      FROM accounts a, unnest(
        ${all.map((one) => one.symbol)}::text[], ${all.map((one) => one.direction)}::text[],
        ${all.map((one) => String(one.stakeMinor))}::bigint[], ${all.map((one) => one.payoutBp)}::int[],
        ${all.map((one) => one.entryPrice)}::float8[], ${all.map((one) => String(one.entryMs))}::bigint[])
        WITH ORDINALITY AS c(symbol, direction, stake, payout, price, entry, n)
      WHERE a.user_id = ${userId} ORDER BY c.n RETURNING id`;
    await sql`
      INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor, created_at)
      SELECT gen_random_uuid(), account_id, 'stake_hold', 'hold', id, -stake_minor, stake_minor, created_at
      FROM trades WHERE user_id = ${userId}`;
    return rows.map(({ id }) => id);
  });
}

/** Reads everything that settlement wrote about these trades. */
const readWritten = (ids: readonly string[]) => database.db.sql`
  SELECT t.status, t.profit_minor, t.settle_price, t.settle_tick_ms::float8, t.settle_reason, t.last_seq,
         e.seq, e.kind, e.payload,
         l.kind AS transfer, l.phase, l.user_cash_minor AS user_cash, l.user_hold_minor AS user_hold,
         l.broker_pnl_minor AS broker_pnl, l.fees_minor AS fees, l.equity_minor AS equity
  FROM trades t JOIN trade_events e ON e.trade_id = t.id
  JOIN ledger_transfers l ON l.trade_id = t.id AND l.phase <> 'hold'
  WHERE t.id = ANY(${[...ids]}::uuid[]) ORDER BY array_position(${[...ids]}::uuid[], t.id)`;

/** Returns the rows that the core's `settle` implies for this trade. */
function expectedOf(one: Case, at: Market) {
  const settlement = bySettle(one, at);
  const transfer = settlementTransfer(minorUnits(one.stakeMinor), settlement);
  return {
    status: wireStatusOf(settlement.outcome).status,
    profit_minor: settlement.profitMinor,
    settle_price: settlement.settleTick?.price ?? null,
    settle_tick_ms: settlement.settleTick?.timeMs ?? null,
    settle_reason: settlement.outcome === 'void' ? 'no_market' : null,
    last_seq: 5,
    seq: 5,
    kind: 'settle',
    payload: { settlement },
    transfer: transfer.kind,
    phase: transfer.phase,
    ...balancesOf(transfer.entries),
  };
}

describe('the settlement statement', () => {
  it('agrees with `settle` of the core package in each field written, for thousands of random trades', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(cases, markets, async (all, known) => {
        userId = await world.newUser();
        const marketOf = (one: Case) => known[Number(one.symbol.slice(3))] ?? null;
        world.deps.markets.own.priceBefore = async (_source, symbol) => ({
          ok: true,
          value: tickOf(known[Number(symbol.slice(3))] ?? null),
        });
        clock.advance(Math.max(0, EXPIRY_MS + 800 - clock.now()));
        const ids = await insertCases(all);
        expect(await settleNow()).toHaveLength(all.length);
        const written = await readWritten(ids);
        const expected = all.map((one) => expectedOf(one, marketOf(one)));
        expect([...written].map((row) => ({ ...row }))).toEqual(expected);
        for (const { status } of expected) outcomes.add(status);
      }),
      { numRuns: propertyRuns(12), endOnFailure: stopsAtFirstFailure },
    );
    expect([...outcomes].toSorted()).toEqual(['cancelled', 'expired', 'lost', 'won']);
  });

  it('settles the trades of 40 users in all shards exactly once, and every balance equals its ledger', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => world.newUser()));
    await owner(async (sql) => {
      await sql`
        INSERT INTO trades
          (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                            payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status,
                            execution, created_at, last_seq)
        SELECT gen_random_uuid(), a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 100, 8500, 1, 1.1,
               ${START_MS}, ${new Date(START_MS)}, ${new Date(EXPIRY_MS)}, 'active', 'confirmed',
               ${new Date(START_MS)}, 4
        FROM accounts a, generate_series(1, 600) WHERE a.user_id = ANY(${people}::uuid[])`;
      await sql`
        INSERT INTO ledger_transfers
          (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor, created_at)
        SELECT gen_random_uuid(), account_id, 'stake_hold', 'hold', id, -100, 100, created_at
        FROM trades WHERE user_id = ANY(${people}::uuid[])`;
    });
    market.tick(EXPIRY_MS - 1, 1.2);
    clock.advance(60_800);
    const settled = await settleNow();
    expect(new Set(settled.map(({ id }) => id)).size).toBe(24_000);
    const wrong = await database.db.sql`
      SELECT 1 FROM accounts a WHERE user_id = ANY(${people}::uuid[])
        AND (cash_minor, held_minor) IS DISTINCT FROM (1000000 + 600 * 85, 0)`;
    expect(wrong).toHaveLength(0);
  });
});

describe('settlement concurrent with other transactions', () => {
  it('never deadlocks with account deletions, and leaves no rows of deleted users', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => world.newUser()));
    for (const person of people) {
      userId = person;
      await place();
    }
    market.tick(EXPIRY_MS - 1, 1.2);
    clock.advance(60_800);
    const remove = (id: string) =>
      owner((sql) =>
        sql.begin(async (tx) => {
          await tx`SELECT 1 FROM accounts WHERE user_id = ${id} FOR UPDATE`;
          await tx`DELETE FROM auth_users WHERE id = ${id}`;
        }),
      );
    await Promise.all([settleNow(), settleNow(), ...people.slice(0, 12).toReversed().map(remove), settleNow()]);
    await settleNow();
    const [left] = await database.db.sql<[{ trades: number; transfers: number; active: number }]>`
      SELECT (SELECT count(*)::int FROM trades WHERE user_id = ANY(${people}::uuid[])) AS trades,
             (SELECT count(*)::int FROM trades WHERE user_id = ANY(${people}::uuid[]) AND status = 'active') AS active,
             (SELECT count(*)::int FROM ledger_transfers t
              WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = t.account_id)) AS transfers`;
    expect(left).toEqual({ trades: 12, transfers: 0, active: 0 });
  });

  it('locks accounts in the order of their ids before it locks a trade', async () => {
    const trade = await place();
    market.tick(EXPIRY_MS - 1, 1.2);
    clock.advance(60_800);
    const { settling } = await owner((sql) =>
      sql.begin(async (tx) => {
        await tx`SELECT 1 FROM accounts WHERE user_id = ${userId} FOR UPDATE`;
        const begun = settleNow();
        await untilBlocked();
        // If the settlement already held this row lock, the two transactions would wait for each other forever.
        await tx`SELECT 1 FROM trades WHERE id = ${trade} FOR UPDATE`;
        return { settling: begun };
      }),
    );
    expect(await settling).toMatchObject([{ id: trade }]);
  });
});

async function untilBlocked(): Promise<void> {
  const waiting = () => database.db.sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM accounts%'`;
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
}

describe('the database constraints', () => {
  it('refuse to end a trade twice, in every case', async () => {
    const trade = await place();
    market.tick(EXPIRY_MS - 1, 1.2);
    clock.advance(60_800);
    await settleNow();
    await expect(
      database.db.sql`UPDATE trades SET status = 'lost', profit_minor = -1000 WHERE id = ${trade}`,
    ).rejects.toMatchObject({ code: '23514' });
    await expect(
      database.db.sql`
        INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, equity_minor, created_at)
        SELECT gen_random_uuid(), account_id, 'settle_win', 'settlement', id, 1, -1, now() FROM trades WHERE id = ${trade}`,
    ).rejects.toMatchObject({ code: '23505' });
  });

  it.each([
    ['that does not sum to zero', 1, 0, '23514'],
    ['of an account that is not there', 1, -1, '23503'],
  ])('refuse a transfer %s', async (_what, userCash, equity, code) => {
    const { accountId } = await world.accounts.mockAccount(database.db.sql, userId);
    const account = code === '23503' ? world.deps.ids.next() : accountId;
    await expect(
      database.db.sql`
        INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, equity_minor, created_at)
        VALUES (gen_random_uuid(), ${account}, 'deposit', 'funding', ${userCash}, ${equity}, now())`,
    ).rejects.toMatchObject({ code });
  });

  it('allow a change of a balance only through a ledger transfer', async () => {
    const refused = { code: '42501' };
    await expect(database.db.sql`UPDATE accounts SET cash_minor = 1 WHERE user_id = ${userId}`).rejects.toMatchObject(
      refused,
    );
    await expect(
      database.db.sql`
        INSERT INTO accounts (id, user_id, broker, kind, created_at, cash_minor)
        VALUES (gen_random_uuid(), ${userId}, 'deriv', 'real', now(), 1)`,
    ).rejects.toMatchObject(refused);
  });

  it('refuse a trade on the account of another user', async () => {
    const other = await world.accounts.mockAccount(database.db.sql, await world.newUser());
    const trade = await place();
    await expect(
      owner((sql) => sql`UPDATE trades SET account_id = ${other.accountId} WHERE id = ${trade}`),
    ).rejects.toMatchObject({ code: '23503' });
  });
});

describe('settlement with an unreliable clock', () => {
  it('never reverts a settlement, settles early or charges twice when the clock jumps back 5 min', async () => {
    const first = await place();
    market.tick(EXPIRY_MS - 1, 1.2);
    clock.advance(60_800);
    await settleNow();
    expect(await cash()).toBe(1_000_850);
    clock.jump(-300_000);
    const second = await place();
    market.tick(EXPIRY_MS + 60_000, 1.0);
    expect(await settleNow()).toEqual([]);
    expect(await statusOf(second)).toBe('active');
    expect(await statusOf(first)).toBe('won');
    expect(await cash()).toBe(999_850);
    clock.advance(59_999);
    expect(await settleNow()).toEqual([]);
    clock.advance(300_001);
    await settleNow();
    expect(await statusOf(second)).not.toBe('active');
    expect(await statusOf(first)).toBe('won');
    const transfers = await database.db.sql`
      SELECT 1 FROM ledger_transfers WHERE trade_id IN (${first}, ${second})`;
    expect(transfers).toHaveLength(4);
  });

  it('settles nothing while the clock does not advance', async () => {
    const trade = await place();
    market.tick(EXPIRY_MS - 1, 1.2);
    market.tick(EXPIRY_MS, 1.3);
    for (let round = 0; round < 3; round += 1) expect(await settleNow()).toEqual([]);
    clock.advance(60_000);
    expect(await settleNow()).toMatchObject([{ id: trade, lagMs: 0 }]);
  });

  it('settles each trade at the price of its own expiry when the clock jumps 60 s ahead after a pause', async () => {
    const first = await place();
    clock.advance(10_000);
    const second = await place();
    market.tick(EXPIRY_MS - 1, 1.2);
    market.tick(EXPIRY_MS + 9_999, 1.0);
    market.tick(EXPIRY_MS + 10_000, 1.3);
    clock.jump(110_000);
    await settleNow();
    expect(await trading.history.one(userId, first)).toMatchObject({ status: 'won', settlement: { price: 1.2 } });
    expect(await trading.history.one(userId, second)).toMatchObject({ status: 'lost', settlement: { price: 1 } });
  });

  it('is not delayed when the clock jumps back while the database is unavailable', async () => {
    const trade = await place();
    market.tick(EXPIRY_MS - 1, 1.2);
    clock.advance(60_800);
    const lags: number[] = [];
    let isAway = true;
    const { db } = world.deps;
    const transaction: typeof db.transaction = (work) =>
      isAway ? Promise.reject(new Error('away')) : db.transaction(work);
    const deps = { ...world.deps, db: { ...db, transaction } };
    const loop = new SettlementLoop(deps, new SettlementPublisher(deps), (lagMs) => void lags.push(lagMs));
    await loop.start();
    isAway = false;
    clock.jump(-500);
    clock.advance(2_100);
    await loop.stop();
    expect(await statusOf(trade)).toBe('won');
    expect(lags).toHaveLength(1);
  });
});
