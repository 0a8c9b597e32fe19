import { type DerivSimulator, startSimulator } from '@vigia/broker-deriv/simulator';
import { Health, PublicConfig } from '@vigia/contract';
import { advanceInSteps, ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';

const SYMBOL = 'EURUSD';
const MINUTE_MS = 60_000;
const STEP_MS = 200;

let database: TestDatabase;
let clock: ManualClock;
let deriv: DerivSimulator;
let app: TestApp | null;
let said: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  clock = new ManualClock(Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS + 10_000);
  deriv = await startSimulator(clock, 7);
  app = null;
  said = [];
});

afterEach(async () => {
  if (app) await withClockAtRealSpeed(clock, app.stop());
  await deriv.stop();
  await database.close();
});

/** Starts a server with `MARKET_FEED=deriv`, and a simulator of Deriv on loopback. */
async function started(): Promise<TestApp> {
  const environment = { MARKET_FEED: 'deriv', BROKER_ORIGINS: JSON.stringify({ deriv: deriv.origins }) };
  const say = (line: string) => void said.push(line);
  const options = { databaseUrl: database.ownerUrl, environment, clock, say, historyDays: 1 };
  app = await withClockAtRealSpeed(clock, startTestApp(options));
  return app;
}

/** Waits until the last trade of the user is settled in the database, and returns it. */
async function settled({ features }: TestApp, userId: string) {
  for (let round = 0; round < 200; round += 1) {
    const history = await features.trading.history.page(userId, { limit: 1 });
    const trade = history.ok ? history.value.at(0) : undefined;
    if (trade) return trade;
    await advanceInSteps(clock, 200, 50);
  }
  throw new Error('the trade is not settled');
}

/**
 * Advances the clock only as fast as prices arrive over the socket, because a real clock is at most slightly ahead of
 * them.
 */
async function live({ features }: TestApp, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
    await advanceInSteps(clock, STEP_MS, STEP_MS);
    // Times of Deriv are whole seconds.
    const madeMs =
      Math.floor(
        (deriv.market.ticks(SYMBOL, clock.now() - MINUTE_MS, clock.now() - STEP_MS).timeMs.at(-1) ?? 0) / 1_000,
      ) * 1_000;
    await expect
      .poll(() => features.markets.own.latest(SYMBOL)?.timeMs, { interval: 1, timeout: 20_000 })
      .toBeGreaterThanOrEqual(madeMs);
  }
}

const read = async ({ url }: TestApp, path: string): Promise<unknown> => (await fetch(url + path)).json();

it("Deriv's public prices open and settle paper trades", async () => {
  const running = await started();
  await advanceInSteps(clock, 10_000, 200);
  const { trading, markets } = running.features;
  const market = markets.own;
  expect(market.source).toBe('deriv');
  expect(Health.parse(await read(running, '/health'))).toMatchObject({
    status: 'ok',
    feed: { state: 'live', source: 'deriv', fallback_from: null },
  });
  const { principal } = await newPerson(running);
  const order = { asset_symbol: SYMBOL, option_type: 'CALL' as const, amount: 10, duration: 1 };
  const placed = await trading.orders.place(principal, order, null);
  if (!placed.ok) throw new Error(JSON.stringify(placed.error));
  expect(placed.value).toMatchObject({ source: 'deriv', status: 'active' });
  await live(running, 62_000);
  const trade = await settled(running, principal.userId);
  expect(trade).toMatchObject({ settlement: { source: 'deriv' } });
  const expiryMs = Date.parse(placed.value.expiry_time);
  const decisive = await market.priceBefore('deriv', SYMBOL, expiryMs);
  expect(decisive).toMatchObject({ ok: true, value: { price: trade.settlement?.price } });
  // Times are whole seconds, so a price with the second of the expiry was before the expiry.
  const made = deriv.market.ticks(SYMBOL, expiryMs - 5_000, Math.ceil(expiryMs / 1_000) * 1_000);
  expect([...made.price]).toContain(trade.settlement?.price);
});

it("the candles include a day of Deriv's history, and have no gap after a lost connection", async () => {
  const running = await started();
  await advanceInSteps(clock, 5_000, 200);
  const market = running.features.markets.own;
  const cutMs = clock.now();
  expect(await market.candles(SYMBOL, '1m', { limit: 600 })).toHaveLength(600);
  await deriv.stop();
  await advanceInSteps(clock, 90_000, 200);
  expect(market.status().state).toBe('down');
  await deriv.restart();
  await advanceInSteps(clock, 40_000, 200);
  expect(market.status().state).toBe('live');
  const from = Math.ceil(cutMs / MINUTE_MS) * MINUTE_MS;
  const candle = (await market.candles(SYMBOL, '1m', { limit: 5 })).find(({ time }) => time === from / 1_000);
  expect(candle).toBeDefined();
  const atGap = await market.priceBefore('deriv', SYMBOL, cutMs + 60_000);
  expect(atGap).toMatchObject({ ok: true });
  if (atGap.ok) expect(cutMs + 60_000 - (atGap.value?.timeMs ?? 0)).toBeLessThan(4_000);
});

it('the simulated market, under its own name, replaces Deriv if Deriv does not respond at the start', async () => {
  await deriv.stop();
  const running = await started();
  expect(running.features.markets.own.source).toBe('simulated');
  expect(said.filter((line) => line.includes('Deriv'))).toEqual([
    'Deriv no responde: los precios son del mercado simulado. Para intentarlo otra vez, reinicia Vigía',
  ]);
  expect(Health.parse(await read(running, '/health')).feed).toMatchObject({
    source: 'simulated',
    fallback_from: 'deriv',
  });
  expect(PublicConfig.parse(await read(running, '/config.json')).feedFallback).toBe('deriv');
  await deriv.restart();
});
