import { SimulatedFeed } from '@vigia/broker-simulated';
import { candleAt, candlesFromTicks, resample } from '@vigia/core/candles';
import { demoMarket, SIMULATED_ASSETS } from '@vigia/core/market-model';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { Database } from '#platform/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createMarketData } from './create-market-data.ts';
import { createMarketMetrics } from './register-metrics.ts';
import { CANDLE_CLOSED, type CandleClosedMessage, TICK, type TickMessage } from './topics.ts';

const SEED = 42;
const ASSETS = SIMULATED_ASSETS.slice(0, 2);
const SYMBOL = 'EURUSD';
const log = pino({ enabled: false });

/**
 * Returns second 30 of the current minute. The test database has partitions only around the current day, so simulated
 * times must stay near it.
 */
const startMs = (): number => Math.floor(systemClock.now() / 60_000) * 60_000 + 30_000;

function market(db: Database, clock: ManualClock, historyDays = 2) {
  const bus = createInProcessBus(log);
  const feed = new SimulatedFeed(clock, demoMarket(SEED), ASSETS);
  const metrics = new Registry();
  const data = createMarketData({ feed, db, bus, clock, log, metrics: createMarketMetrics(metrics), historyDays });
  const ticks: TickMessage[] = [];
  const closed: CandleClosedMessage[] = [];
  bus.subscribe(TICK, (message) => void ticks.push(message));
  bus.subscribe(CANDLE_CLOSED, (message) => void closed.push(message));
  return { data, feed, metrics, ticks, closed };
}

/** Advances the clock until the work is done, so that database responses can arrive in between. */
async function driven<T>(clock: ManualClock, work: Promise<T>, stepMs = 5): Promise<T> {
  const progress = { isDone: false };
  const watched = work.finally(() => {
    progress.isDone = true;
  });
  while (!progress.isDone) {
    clock.advance(stepMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return watched;
}

async function storedRows(db: Database, symbol = SYMBOL) {
  return db.sql<{ time: number; open: number; high: number; low: number; close: number }[]>`
    SELECT time, open, high, low, close FROM candles_1m WHERE symbol = ${symbol} ORDER BY time`;
}

/** Generates the candles of the simulated market model between two open times. */
async function modelCandles(clock: ManualClock, fromTime: number, toTime: number) {
  const feed = new SimulatedFeed(clock, demoMarket(SEED), ASSETS);
  const ticks = await feed.historyTicks(SYMBOL, fromTime * 1_000, toTime * 1_000);
  if (!ticks.ok) throw new Error(ticks.error);
  const { candles, forming } = candlesFromTicks(ticks.value, 60);
  const closed = Array.from({ length: candles.length }, (_, row) => candleAt(candles, row));
  return forming === null ? closed : [...closed, forming];
}

describe('market data on a real database', () => {
  let test: TestDatabase;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    test = await createTestDatabase();
    const day = (offset: number) => new Date(systemClock.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await test.db.sql`SELECT ensure_day_partitions(${day(-1)}, ${day(2)})`;
    stop = async () => undefined;
  });

  afterEach(async () => {
    await stop();
    await test.close();
  });

  it('stores history without gaps at the first start, equal to the prices of the market model', async () => {
    const clock = new ManualClock(startMs());
    const { data } = market(test.db, clock);
    stop = () => data.stop();
    await driven(clock, data.start());
    await driven(clock, data.historyFilled());
    for (const { symbol } of ASSETS) {
      const rows = await storedRows(test.db, symbol);
      expect(rows.length).toBeGreaterThanOrEqual(2 * 1_440 - 10);
      rows.slice(1).forEach((row, n) => expect(row.time - (rows[n]?.time ?? 0)).toBe(60));
    }
    const rows = await storedRows(test.db);
    const fromTime = rows[0]?.time ?? 0;
    const model = await modelCandles(clock, fromTime, (rows.at(-1)?.time ?? 0) + 60);
    expect(rows.map((row) => ({ ...row }))).toEqual(model);
    expect(data.day(SYMBOL)?.high).toBe(Math.max(...lastDayHighs(await data.candles(SYMBOL, '1m', { limit: 1_441 }))));
  });

  it('builds the same candles whether or not the process is interrupted and restarted', async () => {
    const begin = startMs();
    const clock = new ManualClock(begin);
    const first = market(test.db, clock);
    await driven(clock, first.data.start());
    clock.advance(150_000);
    // The process crashes: it writes nothing more for 10 minutes.
    await first.data.stop();
    clock.advance(600_000);
    const second = market(test.db, clock);
    stop = () => second.data.stop();
    await driven(clock, second.data.start());
    const ofSymbol = second.ticks.filter((tick) => tick.symbol === SYMBOL);
    const firstLive = ofSymbol.findIndex((tick) => !tick.backfilled);
    expect(firstLive).toBeGreaterThan(500);
    expect(ofSymbol.slice(firstLive).every((tick) => !tick.backfilled)).toBe(true);
    clock.advance(120_000);
    await driven(clock, second.data.historyFilled());
    await driven(clock, second.data.stop());

    const rows = (await storedRows(test.db)).map((row) => ({ ...row }));
    const fromTime = rows[0]?.time ?? 0;
    expect(rows).toEqual(await modelCandles(clock, fromTime, (rows.at(-1)?.time ?? 0) + 60));
    expect((rows.at(-1)?.time ?? 0) * 1_000).toBeGreaterThan(begin + 750_000);
    const announced = [...first.closed, ...second.closed].filter(
      (one) => one.symbol === SYMBOL && one.timeframe === '1m',
    );
    for (const { candle } of announced) expect(rows).toContainEqual(candle);
    expect(second.closed.some((one) => one.backfilled)).toBe(true);
    expect(second.closed.at(-1)?.backfilled).toBe(false);
    const counts = await test.db.sql<{ all: number; distinct: number }[]>`
      SELECT count(*)::int AS all, count(DISTINCT (symbol, time_ms))::int AS distinct FROM ticks`;
    expect(counts[0]?.all).toBe(counts[0]?.distinct);
    expect(counts[0]?.all).toBeGreaterThan(1_500);
  });

  it('fills a gap that an earlier run left in the middle of the history', async () => {
    const clock = new ManualClock(startMs());
    const first = market(test.db, clock);
    await driven(clock, first.data.start());
    await driven(clock, first.data.historyFilled());
    await first.data.stop();
    const { ownerUrl } = test;
    const lastTime = Math.floor(clock.now() / 60_000) * 60;
    await withConnection(parseDatabaseUrl(ownerUrl), async (owner) => {
      await owner`DELETE FROM candles_1m WHERE time BETWEEN ${lastTime - 7_200} AND ${lastTime - 3_600}`;
      await owner`DELETE FROM candles_1m WHERE time < ${lastTime - 100_000} AND time > ${lastTime - 120_000}`;
    });
    const second = market(test.db, clock);
    stop = () => second.data.stop();
    await driven(clock, second.data.start());
    const times = (await storedRows(test.db)).map((row) => row.time).filter((time) => time > lastTime - 90_000);
    times.slice(1).forEach((time, n) => expect(time - (times[n] ?? 0)).toBe(60));
    const minutes = await driven(clock, second.data.history1m(SYMBOL, lastTime - 2 * 86_400));
    expect(minutes.length).toBeGreaterThanOrEqual(2_880);
    for (let row = 1; row < minutes.length; row += 1) {
      expect((minutes.time[row] ?? 0) - (minutes.time[row - 1] ?? 0)).toBe(60);
    }
  });

  it('returns pages of candles of any timeframe, built from minute candles, with the forming candle last', async () => {
    const clock = new ManualClock(startMs());
    const { data } = market(test.db, clock, 3);
    stop = () => data.stop();
    await driven(clock, data.start());
    await driven(clock, data.historyFilled());
    clock.advance(61_000);
    const minutes = await data.history1m(SYMBOL, 0);
    for (const timeframe of ['1m', '5m', '1h', '4h', '1d'] as const) {
      const built = resample(minutes, TIMEFRAME_SECONDS[timeframe], 60);
      const expected = Array.from({ length: built.candles.length }, (_, row) => candleAt(built.candles, row));
      const page = await data.candles(SYMBOL, timeframe, { limit: 1_000 });
      expect(page.filter((candle) => candle.closed).map(({ closed: _closed, ...candle }) => candle)).toEqual(
        expected.slice(-(page.length - 1)),
      );
      expect(page.length - 1).toBe(Math.min(999, expected.length));
      expect(page.at(-1)).toEqual({ ...data.forming(SYMBOL, timeframe), closed: false });
      const older = await data.candles(SYMBOL, timeframe, { limit: 3, before: page[3]?.time ?? 0 });
      expect(older).toEqual(page.slice(0, 3));
    }
    expect(await data.candles('NOSUCH', '1m', { limit: 5 })).toEqual([]);
  });

  it('finds the last tick before any time: in memory, in the database or in the history of the source', async () => {
    const clock = new ManualClock(startMs());
    const { data, feed } = market(test.db, clock);
    stop = () => data.stop();
    await driven(clock, data.start());
    clock.advance(40 * 60_000);
    const expectModel = async (timeMs: number) => {
      const history = await feed.historyTicks(SYMBOL, timeMs - 10_000, timeMs);
      if (!history.ok) throw new Error(history.error);
      const last = history.value.length - 1;
      expect(await data.priceBefore('simulated', SYMBOL, timeMs)).toEqual({
        ok: true,
        value: { timeMs: history.value.timeMs[last], price: history.value.price[last] },
      });
    };
    for (const backMs of [0, 700, 60_000, 25 * 60_000, 30 * 3_600_000]) await expectModel(clock.now() - backMs);
    expect(await data.priceBefore('simulated', 'NOSUCH', clock.now())).toEqual({ ok: true, value: null });
  });

  it('finds only stored ticks for a source that is not running', async () => {
    const clock = new ManualClock(startMs());
    const { data } = market(test.db, clock);
    stop = () => data.stop();
    await driven(clock, data.start());
    clock.advance(60_000);
    const timeMs = clock.now();
    expect(await data.priceBefore('replay', SYMBOL, timeMs)).toEqual({ ok: true, value: null });
    await test.db
      .sql`INSERT INTO ticks (source, symbol, time_ms, price) VALUES ('replay', ${SYMBOL}, ${timeMs - 250_000}, 9.5)`;
    expect(await data.priceBefore('replay', SYMBOL, timeMs)).toEqual({
      ok: true,
      value: { timeMs: timeMs - 250_000, price: 9.5 },
    });
    expect(data.knownThroughMs('replay', SYMBOL)).toBe(Infinity);
    expect(data.knownThroughMs('simulated', SYMBOL)).toBeLessThanOrEqual(timeMs);
  });

  it('keeps ticks in memory while the database refuses them, and writes them afterwards', async () => {
    const clock = new ManualClock(startMs());
    let isDown = false;
    const sql = new Proxy(test.db.sql, {
      apply: (target, self, args) => (isDown ? Promise.reject(new Error('down')) : Reflect.apply(target, self, args)),
    });
    const { data, metrics } = market({ ...test.db, sql }, clock);
    stop = () => data.stop();
    await driven(clock, data.start());
    await driven(clock, data.historyFilled());
    isDown = true;
    const downFromMs = clock.now();
    for (let n = 0; n < 100; n += 1) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const queued = Number(/^vigia_market_store_queue{source="simulated"} (\d+)/m.exec(await metrics.metrics())?.[1]);
    expect(queued).toBeGreaterThan(150);
    isDown = false;
    clock.advance(31_000);
    await driven(clock, data.stop());
    const rows = await test.db.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ticks WHERE time_ms > ${downFromMs} AND time_ms <= ${downFromMs + 100_000}`;
    expect(rows[0]?.count).toBeGreaterThan(170);
  });
});

const lastDayHighs = (candles: readonly { readonly high: number; readonly closed: boolean }[]): number[] =>
  candles
    .filter((candle) => candle.closed)
    .slice(-1_440)
    .map((candle) => candle.high);
