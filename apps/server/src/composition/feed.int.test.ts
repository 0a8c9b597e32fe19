import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoFacts } from '@vigia/core/market-model';
import { ManualClock, SeededRng } from '@vigia/testkit';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMarketData, createMarketMetrics, type MarketData } from '#features/market-data/index.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { openFeed } from './feed.ts';

const SYMBOL = 'EURUSD';
const MINUTES = 120;
const MINUTE_MS = 60_000;
const log = pino({ enabled: false });

/** Returns a recording with one tick per second, each with a different price. */
function recording(firstPrice: number): string {
  const recordedMs = Date.UTC(2018, 0, 2);
  const rows = Array.from({ length: MINUTES * 60 }, (_, n) => `${recordedMs + n * 1_000},${firstPrice + n / 100_000}`);
  return ['time,price', ...rows].join('\n');
}

describe('a recording as price source, across restarts,', () => {
  let test: TestDatabase;
  let folder: string;
  let clock: ManualClock;
  let said: string[];
  let running: MarketData | null;

  beforeEach(async () => {
    test = await createTestDatabase();
    const day = (offset: number) => new Date(systemClock.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await test.db.sql`SELECT ensure_day_partitions(${day(-1)}, ${day(2)})`;
    folder = mkdtempSync(join(tmpdir(), 'vigia-recording-'));
    writeFileSync(join(folder, 'EURUSD_a.csv'), recording(1));
    writeFileSync(join(folder, 'EURUSD_b.csv'), recording(3));
    clock = new ManualClock(Math.floor(systemClock.now() / MINUTE_MS) * MINUTE_MS + 30_000);
    said = [];
    running = null;
  });

  afterEach(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true });
    await test.close();
  });

  /** Restarts the market on a recording. */
  async function restarted(file: string, speed = 1): Promise<MarketData> {
    await running?.stop();
    const choice = { kind: 'replay', file: join(folder, file), speed } as const;
    const say = (line: string) => void said.push(line);
    const { feed } = await openFeed(choice, {
      clock,
      log,
      say,
      db: test.db,
      rng: new SeededRng(1),
      simulated: demoFacts(1),
      derivOrigins: {},
    });
    const bus = createInProcessBus(log);
    const market = createMarketData({
      feed,
      db: test.db,
      bus,
      clock,
      log,
      metrics: createMarketMetrics(new Registry()),
      historyDays: 1,
    });
    running = market;
    const started = market.start();
    // The feed delivers missed ticks in slices, and the clock must advance between them.
    const progress = { isDone: false };
    void started.finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) {
      clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return market;
  }

  it('returns the same price for every time, including the downtime', async () => {
    const beginMs = clock.now();
    const first = await restarted('EURUSD_a.csv');
    clock.advance(10 * MINUTE_MS);
    const expiryMs = beginMs + 9 * MINUTE_MS;
    const before = await first.priceBefore('replay', SYMBOL, expiryMs);
    expect(before).toMatchObject({ ok: true, value: { price: 1 + 539 / 100_000 } });
    await first.stop();
    clock.advance(20 * MINUTE_MS);
    const second = await restarted('EURUSD_a.csv');
    expect(await second.priceBefore('replay', SYMBOL, expiryMs)).toEqual(before);
    expect(await second.priceBefore('replay', SYMBOL, beginMs + 20 * MINUTE_MS)).toMatchObject({
      value: { timeMs: beginMs + 20 * MINUTE_MS - 1_000, price: 1 + 1_199 / 100_000 },
    });
    expect(second.condition(SYMBOL).state).toBe('live');
    expect(second.historyFloor()).toBe(Math.floor(beginMs / MINUTE_MS) * 60);
    const candles = await second.history1m(SYMBOL, 0);
    expect(candles.time[0]).toBe(second.historyFloor());
    expect(candles.length).toBe(30);
    expect(said).toEqual([]);
  });

  it('restarts after its end, reports the restart, and still returns prices of the previous playback', async () => {
    const beginMs = clock.now();
    await restarted('EURUSD_a.csv');
    clock.advance(10 * MINUTE_MS);
    await running?.stop();
    clock.advance(MINUTES * MINUTE_MS);
    const againMs = clock.now();
    const second = await restarted('EURUSD_a.csv');
    expect(said).toEqual(['La grabación había llegado a su fin: vuelve a empezar desde el principio']);
    expect(second.latest(SYMBOL)?.price).toBeCloseTo(1, 3);
    expect(second.historyFloor()).toBe(Math.floor(againMs / MINUTE_MS) * 60);
    expect(await second.priceBefore('replay', SYMBOL, beginMs + 9 * MINUTE_MS)).toMatchObject({
      value: { price: 1 + 539 / 100_000 },
    });
    const third = await restarted('EURUSD_a.csv');
    expect(third.historyFloor()).toBe(second.historyFloor());
    expect(said).toHaveLength(1);
  });

  it('shows no price of an earlier recording, even if that recording was far ahead of the clock', async () => {
    await restarted('EURUSD_a.csv', 60);
    clock.advance(MINUTE_MS);
    expect(running?.condition(SYMBOL).state).toBe('ahead');
    expect((await running?.candles(SYMBOL, '1m', { limit: 1_000 }))?.length).toBeGreaterThan(55);
    const second = await restarted('EURUSD_b.csv');
    expect(await test.db.sql`SELECT 1 FROM ticks WHERE time_ms > ${clock.now() + 10_000}`).toHaveLength(0);
    expect(await test.db.sql`SELECT 1 FROM candles_1m`).toHaveLength(0);
    clock.advance(10 * MINUTE_MS);
    expect(await second.secondCandles(SYMBOL, '5s', { limit: 10 })).toEqual({ candles: [], has_older: false });
    expect(second.followedSecondCandles(SYMBOL, '5s')).toEqual([]);
    const page = await second.candles(SYMBOL, '1m', { limit: 1_000 });
    const minutes = await second.history1m(SYMBOL, 0);
    expect(page).toHaveLength(11);
    expect(minutes.length).toBe(10);
    expect(page.every(({ low }) => low >= 3)).toBe(true);
    expect(Math.min(...minutes.low)).toBeGreaterThanOrEqual(3);
    // The feed polls, so a tick of this moment may be recorded but not delivered yet.
    const latest = second.latest(SYMBOL);
    const at = await second.priceBefore('replay', SYMBOL, (latest?.timeMs ?? 0) + 1);
    expect(at).toMatchObject({ ok: true, value: { timeMs: latest?.timeMs, price: latest?.price } });
  });
});
