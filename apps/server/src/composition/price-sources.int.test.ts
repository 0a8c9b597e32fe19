import { SIMULATED_PASSWORD, startSimulator } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { MarketSourceView } from '@vigia/contract';
import { advanceInSteps, ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';

const SYMBOL = 'EURUSD';
const MINUTE_MS = 60_000;
const STEP_MS = 200;
/** Twelve hours: more than the 600 candles that a test reads. */
const HISTORY_DAYS = 0.5;
/**
 * Factor by which the clock runs faster than real time. Requests to a broker are rate-limited, so most of the waiting
 * happens on this clock.
 */
const HASTE = 10;
const MASTER_KEY = Buffer.alloc(32, 5).toString('base64');
const PATH = '/api/v1/trading/market-source';
const LOGIN = { email: 'ana@example.com', password: SIMULATED_PASSWORD };

let database: TestDatabase;
let clock: ManualClock;
let iqOption: BrokerSimulator;
let app: TestApp;
let ana: TestPerson;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = new ManualClock(Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS + 10_000);
  iqOption = await startSimulator(clock, 7);
  app = await started();
  ana = await newPerson(app);
});

afterEach(async () => {
  await withClockAtRealSpeed(clock, app.stop());
  await iqOption.stop();
  await database.close();
});

function started(): Promise<TestApp> {
  const origins = JSON.stringify({ iqoption: iqOption.origins });
  const environment = { BROKER_ORIGINS: origins, VIGIA_MASTER_KEY: MASTER_KEY };
  const options = { databaseUrl: database.ownerUrl, environment, clock, historyDays: HISTORY_DAYS };
  return withClockAtRealSpeed(clock, startTestApp(options));
}

/** Schema of a response that accepts any data; each test checks the fields that it needs. */
const Answer = z.object({ data: z.any().optional(), error: z.object({ code: z.string() }).optional() });

async function call(method: string, path: string, body?: object, who = ana) {
  const response = await withClockAtRealSpeed(
    clock,
    fetch(app.url + path, {
      method,
      headers: { ...proofHeaders(app, who.access), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: Answer.parse(await response.json()) };
}

async function sourceOf(who = ana): Promise<MarketSourceView> {
  const { body } = await call('GET', PATH, undefined, who);
  expect(body.error).toBeUndefined();
  return MarketSourceView.parse(body.data);
}

/** Advances the clock until the condition is true. */
async function until(what: string, holds: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  for (let passedMs = 0; passedMs < limitMs; passedMs += STEP_MS) {
    if (await holds()) return;
    await advanceInSteps(clock, STEP_MS, STEP_MS);
  }
  throw new Error(`not within ${limitMs} ms: ${what}`);
}

/** Advances the clock slowly, so that socket messages arrive in time. */
async function eventually(what: string, holds: () => boolean): Promise<void> {
  await withClockAtRealSpeed(clock, vi.waitUntil(holds, { interval: 5, timeout: 60_000 }), HASTE).catch(() => {
    throw new Error(`not within a minute: ${what}`);
  });
}

const isLive = () => app.features.markets.at('iqoption').status().state === 'live';

async function onIqOption(): Promise<void> {
  const connected = await call('POST', '/api/v1/multi-broker/connect/iqoption', LOGIN);
  expect(connected.status).toBe(200);
  await call('POST', '/api/v1/trading/mode/switch', { mode: 'mock' });
  expect((await call('PUT', PATH, { source: 'iqoption' })).status).toBe(200);
  await eventually('the prices of IQ Option', isLive);
}

/** Advances the clock only as fast as prices arrive over the socket. */
async function live(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
    await advanceInSteps(clock, STEP_MS, STEP_MS);
    const madeMs = iqOption.market.ticks(SYMBOL, clock.now() - MINUTE_MS, clock.now() - STEP_MS).timeMs.at(-1) ?? 0;
    await expect
      .poll(() => app.features.markets.at('iqoption').latest(SYMBOL)?.timeMs, { interval: 1, timeout: 20_000 })
      .toBeGreaterThanOrEqual(madeMs);
  }
}

/** Returns the close of the newest candle of 5 s that a user gets. */
async function closeOfSeconds(person = ana): Promise<number> {
  const path = `/api/v1/trading/second-candles?symbol=${SYMBOL}&timeframe=5s`;
  return (await call('GET', path, undefined, person)).body.data.candles.at(-1).close;
}

describe('a connected broker as price source', () => {
  it('is offered while it is connected, and its user receives its prices', async () => {
    const before = await sourceOf();
    expect(before).toMatchObject({ source: 'simulated', chosen: 'simulated', follows_mode: false });
    expect(before.options.find(({ source }) => source === 'iqoption')?.available).toBe(false);
    expect((await call('PUT', PATH, { source: 'iqoption' })).body.error).toMatchObject({
      code: 'broker_not_connected',
    });
    expect((await call('PUT', PATH, { source: 'replay' })).body.error).toMatchObject({ code: 'market_source_unknown' });
    await onIqOption();
    expect(await sourceOf()).toMatchObject({ source: 'iqoption', chosen: 'iqoption', state: 'live' });
    await live(2_000);
    const { data: assets } = (await call('GET', '/api/v1/trading/assets')).body;
    const eurusd = assets.find(({ symbol }: { symbol: string }) => symbol === SYMBOL);
    expect(eurusd.source).toBe('iqoption');
    const made = iqOption.market.ticks(SYMBOL, clock.now() - 5_000, clock.now());
    expect([...made.price]).toContain(eurusd.current_price);
    const { data: candles } = (await call('GET', `/api/v1/trading/candles?symbol=${SYMBOL}&timeframe=1m&limit=600`))
      .body;
    expect(candles).toHaveLength(600);
    expect([...made.price]).toContain(await closeOfSeconds());
  });

  it('lists for a duration the payouts that orders of this duration get', async () => {
    const luis = await newPerson(app);
    const listed = async (query: string) => (await call('GET', `/api/v1/trading/assets${query}`, undefined, luis)).body;
    const payouts = ({ data }: Awaited<ReturnType<typeof listed>>) =>
      new Map(data.map(({ symbol, payout }: { symbol: string; payout: number }) => [symbol, payout]));
    const [oneMinute, usual] = [payouts(await listed('?duration=1')), payouts(await listed(''))];
    for (const [duration, list] of [
      [1, oneMinute],
      [5, usual],
    ] as const) {
      const path = `/api/v1/trading/payout?symbol=${SYMBOL}&duration=${duration}`;
      expect(list.get(SYMBOL)).toBe((await call('GET', path, undefined, luis)).body.data.payout);
    }
    expect(oneMinute.get(SYMBOL)).not.toBe(usual.get(SYMBOL));
    expect((await listed('?duration=1&duration_seconds=30')).error?.code).toBe('validation_failed');
  });

  it('does not affect other users', async () => {
    await onIqOption();
    const luis = await newPerson(app);
    expect(await sourceOf(luis)).toMatchObject({ source: 'simulated' });
    const { data: assets } = (await call('GET', '/api/v1/trading/assets', undefined, luis)).body;
    expect(new Set(assets.map(({ source }: { source: string }) => source))).toEqual(new Set(['simulated']));
    expect(await closeOfSeconds(luis)).toBe(app.features.markets.own.latest(SYMBOL)?.price);
  });

  it('supplies the entry price and the settlement price of a paper trade', async () => {
    await onIqOption();
    await live(1_000);
    const order = { asset_symbol: SYMBOL, option_type: 'CALL' as const, amount: 10, duration: 1 };
    const placed = await app.features.trading.orders.place(ana.principal, order, null);
    if (!placed.ok) throw new Error(JSON.stringify(placed.error));
    expect(placed.value).toMatchObject({ source: 'iqoption', status: 'active' });
    await live(62_000);
    let trade: { readonly settlement?: { readonly source: string; readonly price: number | null } | null } | undefined;
    await until('the trade to be settled', async () => {
      const history = await app.features.trading.history.page(ana.principal.userId, { limit: 1 });
      trade = history.ok ? history.value.at(0) : undefined;
      return trade !== undefined;
    });
    expect(trade?.settlement?.source).toBe('iqoption');
    const expiryMs = Date.parse(placed.value.expiry_time);
    const made = iqOption.market.ticks(SYMBOL, expiryMs - 5_000, expiryMs);
    expect(made.price.at(-1)).toBe(trade?.settlement?.price);
  });

  it('has no gap in its candles after its socket is cut, and the outage is reported', async () => {
    await onIqOption();
    await live(2_000);
    const cutMs = clock.now();
    await iqOption.stop();
    await until('the cut to be noticed', () => app.features.markets.at('iqoption').status().state === 'down');
    await advanceInSteps(clock, 90_000, STEP_MS);
    await iqOption.restart();
    await eventually('the prices to be back', isLive);
    await live(2_000);
    const from = Math.ceil(cutMs / MINUTE_MS) * 60;
    const candles = await app.features.markets.at('iqoption').candles(SYMBOL, '1m', { limit: 10 });
    const found = candles.find(({ time }) => time === from);
    const made = iqOption.market.ticks(SYMBOL, from * 1_000, (from + 60) * 1_000);
    expect(found).toMatchObject({
      high: Math.max(...made.price),
      low: Math.min(...made.price),
      close: made.price.at(-1),
    });
  });

  it('continues through the session of another user when the session of the first user ends', async () => {
    await onIqOption();
    const luis = await newPerson(app);
    await call('POST', '/api/v1/multi-broker/connect/iqoption', { ...LOGIN, email: 'luis@example.com' }, luis);
    await call('PUT', PATH, { source: 'iqoption' }, luis);
    await call('POST', '/api/v1/multi-broker/disconnect/iqoption');
    await advanceInSteps(clock, 3_000, STEP_MS);
    await eventually('the prices to come through the other session', isLive);
    await live(2_000);
    // On a slow machine the clock creeps for over a minute until the other session delivers. A price that has not moved
    // in that time counts as frozen until it moves.
    const { condition } = app.features.markets.at('iqoption');
    await eventually('a price that moves', () => condition(SYMBOL).state === 'live');
    expect(condition(SYMBOL)).toMatchObject({ state: 'live' });
  });

  it('is available again after a restart, and settles open trades', async () => {
    await onIqOption();
    await live(1_000);
    const order = { asset_symbol: SYMBOL, option_type: 'PUT' as const, amount: 10, duration: 1 };
    const placed = await app.features.trading.orders.place(ana.principal, order, null);
    if (!placed.ok) throw new Error(JSON.stringify(placed.error));
    // The next tick fills the order.
    await live(2_000);
    await until('the order to be filled', async () => {
      const filled = await app.features.trading.history.one(ana.principal.userId, placed.value.id);
      return filled?.entry_price != null;
    });
    await withClockAtRealSpeed(clock, app.stop());
    clock.advance(2 * MINUTE_MS);
    app = await started();
    let trade: { readonly settlement?: { readonly price: number | null } | null } | undefined;
    await until('the trade to be settled', async () => {
      const history = await app.features.trading.history.page(ana.principal.userId, { limit: 1 });
      trade = history.ok ? history.value.at(0) : undefined;
      return trade !== undefined;
    });
    const expiryMs = Date.parse(placed.value.expiry_time);
    // These prices come from the history of the broker, whose times are whole seconds.
    const made = iqOption.market.ticks(SYMBOL, expiryMs - 2_000, expiryMs + 1_000);
    expect([...made.price]).toContain(trade?.settlement?.price);
    expect(await app.features.markets.sourceOf(ana.principal.userId)).toBe('iqoption');
  });

  it('supplies the prices of a user who trades at that broker, even if they chose another source', async () => {
    await call('POST', '/api/v1/multi-broker/connect/iqoption', LOGIN);
    expect((await call('POST', '/api/v1/trading/mode/switch', { mode: 'iqoption_demo' })).status).toBe(200);
    await eventually('the prices of IQ Option', isLive);
    expect(await sourceOf()).toMatchObject({ source: 'iqoption', chosen: 'simulated', follows_mode: true });
  });

  it('still supplies prices to setups and strategies that use it after their user chooses another source', async () => {
    await onIqOption();
    const created = await call('POST', '/api/pcr/setup', { name: 'Con IQ', asset: SYMBOL, timeframe: '1m' });
    expect(created.body).toMatchObject({ data: { price_source: 'iqoption' } });
    const setup = created.body.data;
    const rsi = { name: 'RSI con IQ', type: 'rsi', asset: SYMBOL, timeframe: '1m' };
    const made = await call('POST', '/api/v1/strategies', { ...rsi, parameters: { rsi_period: 3 } });
    expect(made.body).toMatchObject({ data: { price_source: 'iqoption' } });
    await call('PUT', PATH, { source: 'simulated' });
    expect((await call('GET', `/api/pcr/setup/${setup.id}`)).body.data.price_source).toBe('iqoption');
    const moved = await call('PUT', `/api/pcr/setup/${setup.id}`, { expiry: 3 });
    expect(moved.body).toMatchObject({ data: { price_source: 'simulated' } });
  });
});
