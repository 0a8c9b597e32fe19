import type { CreateOption } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { runWithinStep, type TraceStep } from '#platform/tracing/trace-step.ts';
import { ACCOUNT_CHANGED, NO_CONNECTIONS } from '../accounts/index.ts';
import type { TradingDeps } from './deps.ts';
import { settleDueTrades } from './settle-due-trades.ts';
import { actorOf, createTradingWorld, START_MS } from './testing.ts';
import { tradingDatabase } from './testing-paper.ts';
import { TRADE_CHANGED } from './topics.ts';
import { createTrading } from './trading.ts';

const ORDER: CreateOption = { asset_symbol: 'EURUSD', option_type: 'PUT', amount: 10, duration: 5 };

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let userId: string;
let published: unknown[];

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  world = createTradingWorld(database);
  userId = await world.newUser();
  published = [];
  world.bus.subscribe(TRADE_CHANGED, (event) => void published.push(event));
  world.bus.subscribe(ACCOUNT_CHANGED, (event) => void published.push(event));
});

const place = (change: Partial<CreateOption> = {}, key: string | null = null, deps: Partial<TradingDeps> = {}) =>
  createTrading({ ...world.deps, metrics: new Registry(), ...deps }).orders.place(
    actorOf(userId),
    { ...ORDER, ...change },
    key,
  );

/**
 * Returns dependencies whose transactions start only after `first` has finished, as if they had waited for a database
 * connection.
 */
function afterwards(first: () => Promise<unknown> | void): Partial<TradingDeps> {
  const { db } = world.deps;
  const transaction: typeof db.transaction = async (work) => {
    await first();
    return db.transaction(work);
  };
  return { db: { ...db, transaction } };
}

describe('a paper order', () => {
  it('is written with its terms, and the price and time of the first tick after it', async () => {
    const placed = await place();
    const [row] = await database.db.sql`SELECT * FROM trades WHERE user_id = ${userId}`;
    const { accountId } = await world.accounts.mockAccount(database.db.sql, userId);
    expect(row).toMatchObject({
      id: placed.ok && placed.value.id,
      account_id: accountId,
      broker: 'mock',
      account: 'mock',
      mode: 'mock',
      origin: 'manual',
      symbol: 'EURUSD',
      source: 'simulated',
      direction: 'PUT',
      stake_minor: 1_000,
      payout_bp: 8_500,
      duration_min: 5,
      entry_price: 1.1,
      entry_tick_ms: START_MS + 1,
      entry_time: new Date(START_MS),
      expiry_time: new Date(START_MS + 300_000),
      created_at: new Date(START_MS),
      status: 'active',
      execution: 'confirmed',
      profit_minor: null,
      settled_at: null,
      settle_price: null,
      settle_tick_ms: null,
      settle_reason: null,
      corrected_at: null,
      automation_id: null,
      signal_id: null,
      last_seq: 4,
    });
  });

  it('expires at the exact second if its duration is in seconds, and settles at the last tick before its expiry', async () => {
    const inSeconds = { duration: undefined, duration_seconds: 15 };
    const placed = await place(inSeconds);
    expect(placed).toMatchObject({
      value: { duration: null, duration_seconds: 15, duration_ticks: null, ticks_passed: null },
    });
    const expiryMs = START_MS + 15_000;
    world.market.tick(expiryMs - 1, 1.09);
    world.market.tick(expiryMs, 1.2);
    world.clock.advance(15_000);
    await settleDueTrades(world.deps, () => undefined);
    const [row] = await database.db.sql`SELECT * FROM trades WHERE user_id = ${userId}`;
    expect(row).toMatchObject({
      duration_min: null,
      duration_s: 15,
      duration_ticks: null,
      expiry_time: new Date(expiryMs),
      status: 'won',
      settle_price: 1.09,
      settle_tick_ms: expiryMs - 1,
    });
  });

  it.each([
    ['5 ticks', { duration_ticks: 5 }],
    ['14 s', { duration_seconds: 14 }],
  ])('of %s is refused with the duration in the message, and nothing is held', async (length, wanted) => {
    expect(await place({ duration: undefined, ...wanted })).toMatchObject({
      error: { code: 'duration_unavailable', values: { symbol: 'EURUSD', length } },
    });
    expect(await world.accounts.mockAccount(database.db.sql, userId)).toMatchObject({ heldMinor: 0 });
  });

  it('is published with the account after its stake is held, and once more when it is filled', async () => {
    const placed = await place({}, 'key');
    expect(await place({}, 'key')).toEqual(placed);
    expect(published).toEqual([
      { userId, trade: expect.objectContaining({ execution: 'pending', entry_price: null, entry_tick_time: null }) },
      { userId, account: expect.objectContaining({ broker: 'mock', balance: 9_990, held: 10 }) },
      { userId, trade: placed.ok && placed.value },
    ]);
  });

  it('is neither published nor written if it is refused', async () => {
    world.market.state = 'closed';
    expect(await place()).toMatchObject({ error: { code: 'market_closed', values: { symbol: 'EURUSD' } } });
    expect(published).toEqual([]);
    expect(await database.db.sql`SELECT 1 FROM trades WHERE user_id = ${userId}`).toHaveLength(0);
  });

  it('is refused on an asset without any price', async () => {
    world.market.latest = () => null;
    expect(await place()).toMatchObject({ error: { code: 'feed_stale' } });
  });

  it('starts the reality-check period if a bot places it, but not if the user places it', async () => {
    const tradingPeriod = async () =>
      (await world.accounts.riskSettings(database.db.sql, userId, world.clock.now())).tradingPeriod;
    await place();
    expect(await tradingPeriod()).toBeNull();
    const bot = { ...actorOf(userId), scopes: ['trade'] } as const;
    await createTrading({ ...world.deps, metrics: new Registry() }).orders.place(bot, ORDER, null);
    expect(await tradingPeriod()).toEqual({ sinceMs: START_MS, lastOrderMs: START_MS });
  });

  it('is accepted until its `valid_until`, and refused afterwards', async () => {
    const until = (timeMs: number) => place({ valid_until: new Date(timeMs).toISOString() });
    expect(await until(START_MS)).toMatchObject({ ok: true });
    expect(await until(START_MS - 1)).toEqual({ ok: false, error: { code: 'order_expired', values: {} } });
  });

  it('is valid for as long as its idempotency key is kept, and not longer', async () => {
    const until = (timeMs: number) => place({ valid_until: new Date(timeMs).toISOString() });
    expect(await until(START_MS + LIMITS.idempotencyKeptMs)).toMatchObject({ ok: true });
    expect(await until(START_MS + LIMITS.idempotencyKeptMs + 1)).toMatchObject({
      error: { code: 'order_valid_too_long' },
    });
  });

  it('is refused if the user prepared it in another trading mode', async () => {
    expect(await place({ mode: 'mock' })).toMatchObject({ ok: true });
    expect(await place({ mode: 'iqoption_demo' })).toEqual({
      ok: false,
      error: { code: 'mode_changed', values: { now: 'Simulado', shown: 'IQ demo' } },
    });
  });

  it('is refused with an amount of three decimals', async () => {
    expect(await place({ amount: 1.234 })).toMatchObject({ ok: false, error: { code: 'amount_invalid' } });
  });

  it('appears in the trace as a step that names its asset', async () => {
    const steps: unknown[] = [];
    const step: TraceStep = {
      traceId: '',
      traceparent: null,
      begin: (...named) => {
        steps.push(named);
        return step;
      },
      end: () => undefined,
    };
    await runWithinStep(step, () => place());
    expect(steps).toContainEqual(['order.place', { 'vigia.symbol': 'EURUSD' }]);
  });
});

describe('a paper order whose transaction starts late', () => {
  it('is refused if its `valid_until` passes meanwhile', async () => {
    const valid_until = new Date(START_MS + 15_000).toISOString();
    const deps = afterwards(() => world.clock.advance(15_001));
    expect(await place({ valid_until }, null, deps)).toEqual({
      ok: false,
      error: { code: 'order_expired', values: {} },
    });
    expect(published).toEqual([]);
  });

  it('is refused if the user switches to a broker meanwhile', async () => {
    world = createTradingWorld(database, { connections: { ...NO_CONNECTIONS, hasVerified: async () => true } });
    const deps = afterwards(
      () =>
        database.db
          .sql`UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'demo' WHERE user_id = ${userId}`,
    );
    expect(await place({}, null, deps)).toEqual({
      ok: false,
      error: { code: 'mode_changed', values: { now: 'IQ demo', shown: 'Simulado' } },
    });
  });

  it('returns the stored response if the same request used its idempotency key first, and an error if another request did', async () => {
    const first = place({}, 'key');
    const again = afterwards(() => first);
    expect(await place({}, 'key', again)).toEqual(await first);
    const other = afterwards(() => place({ amount: 20 }, 'second key'));
    expect(await place({}, 'second key', other)).toEqual({
      ok: false,
      error: { code: 'idempotency_key_reused', values: {} },
    });
  });
});
