import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReplayFeed, SimulatedFeed } from '@vigia/broker-simulated';
import type { PcrSignalView } from '@vigia/contract';
import type { TickColumns } from '@vigia/core/candles';
import { canonicalJson, type Json, ratio } from '@vigia/core/kernel';
import { demoMarket } from '@vigia/core/market-model';
import { advanceInSteps, ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createMarketData, createMarketMetrics, type MarketData } from '../market-data/index.ts';
import { chainHashOf, GENESIS_HASH } from '../signals/index.ts';
import { BUILT_IN_SETUPS } from './editing/built-in-setups.ts';
import { createPcr, type Pcr } from './pcr.ts';
import { engineDeps, eurusd, recordedTicks } from './testing.ts';

const LAUNCHER = fileURLToPath(new URL('../../../../cli/bin/vigia.mjs', import.meta.url));
const SEED = 7;
const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Time in milliseconds after the first start at which the engine runs, even on a slow machine. */
const SETTLED_IN_MS = 20 * MINUTE_MS;
const STRANGER = '00000000-0000-4000-8000-000000000001';
const log = pino({ level: 'silent' });

type ReplayedSignal = Omit<Published, 'entry_time' | 'status'> & {
  readonly entry_time: number;
  readonly outcome: PcrSignalView['status'];
};

type Published = Pick<
  PcrSignalView,
  'direction' | 'entry_point' | 'entry_time' | 'entry_price' | 'confidence' | 'status'
>;

/** Runs the `vigia replay` program on a file of the given ticks and returns the signals that it publishes. */
function replayed(definition: unknown, ticks: TickColumns): Published[] {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-replay-'));
  const rows = Array.from({ length: ticks.length }, (_, row) => `${ticks.timeMs[row]},${ticks.price[row]}`);
  writeFileSync(join(folder, 'ticks.csv'), ['time,price', ...rows].join('\n'));
  writeFileSync(join(folder, 'setup.json'), JSON.stringify(definition));
  const timeframe = (definition as { timeframe: string }).timeframe;
  const args = ['replay', '--ticks', 'ticks.csv', '--setup', 'setup.json', '--timeframe', timeframe, '--json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`vigia replay: ${stderr}`);
  const { signals }: { signals: ReplayedSignal[] } = JSON.parse(stdout);
  return signals.map(({ direction, entry_point, entry_time, entry_price, confidence, outcome }) => ({
    direction,
    entry_point,
    entry_time: new Date(entry_time * 1_000).toISOString(),
    entry_price,
    confidence,
    status: outcome,
  }));
}

const published = (signals: readonly PcrSignalView[], setupName: string): Published[] =>
  signals
    .filter((signal) => signal.setup_name === setupName)
    .map(({ direction, entry_point, entry_time, entry_price, confidence, status }) => ({
      direction,
      entry_point,
      entry_time,
      entry_price,
      confidence,
      status,
    }))
    .toReversed();

let database: TestDatabase;
let clock: ManualClock;
let bus: Bus;

async function freshDatabase(): Promise<void> {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-17', '2026-11-22')`;
  clock = new ManualClock(START_MS);
  bus = createInProcessBus(log);
}

beforeEach(freshDatabase);
afterEach(() => database.close());

function marketOf(feed: ReplayFeed | SimulatedFeed): MarketData {
  return createMarketData({
    feed,
    db: database.db,
    bus,
    clock,
    log,
    metrics: createMarketMetrics(new Registry()),
    historyDays: 1,
  });
}

const pcrOf = (market: MarketData): Pcr => createPcr(engineDeps(database.db, clock, bus, market));

const runUntil = (endMs: number, stepMs: number) => advanceInSteps(clock, endMs - clock.now(), stepMs);

describe('the live PCR engine', () => {
  it('publishes exactly the signals that `vigia replay` finds in the same ticks', async () => {
    const hours = 14;
    const speed = 60;
    const ticks = recordedTicks(SEED, START_MS, hours);
    const recordings = [{ asset: eurusd(), ticks }];
    const feed = new ReplayFeed(clock, { recordings, speed, begin: 'recorded', payoutRatio: ratio(0.85) });
    const market = marketOf(feed);
    const pcr = pcrOf(market);
    await withClockAtRealSpeed(clock, market.start());
    await pcr.start();
    await runUntil(START_MS + (hours * HOUR_MS) / speed + 10_000, 200);
    await pcr.drained();
    const signals = await pcr.signals(STRANGER);
    for (const setup of BUILT_IN_SETUPS) {
      expect(published(signals, setup.name)).toEqual(replayed(setup, ticks));
    }
    expect(signals.length).toBeGreaterThan(5);
    await pcr.stop();
    await market.stop();
  });

  it('continues after a restart like an engine without a restart, and publishes nothing for the downtime', async () => {
    const whole = await liveSignals([3 * HOUR_MS]);
    await database.close();
    await freshDatabase();
    // The stop lies inside a candle: a candle that ends at the moment of the stop can still give its signal.
    const downMs = 89.5 * MINUTE_MS;
    const broken = await liveSignals([downMs, 110 * MINUTE_MS, 3 * HOUR_MS]);
    const inWindow = ({ entry_time }: Published, fromMs: number, toMs: number) => {
      const atMs = Date.parse(entry_time) - START_MS;
      return atMs >= fromMs && atMs < toMs;
    };
    const upAgainMs = 115 * MINUTE_MS;
    expect(broken.filter((signal) => inWindow(signal, downMs, 110 * MINUTE_MS))).toEqual([]);
    for (const [fromMs, toMs] of [
      [SETTLED_IN_MS, downMs],
      [upAgainMs, 3 * HOUR_MS],
    ] as const) {
      const expected = whole.filter((signal) => inWindow(signal, fromMs, toMs));
      expect(broken.filter((signal) => inWindow(signal, fromMs, toMs))).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    }
  });
});

/**
 * Runs the server and returns the signals of the 1-minute setup. The server switches off and on at the given times in
 * turn. Times are milliseconds after the start.
 */
async function liveSignals(switchTimesMs: readonly number[]): Promise<Published[]> {
  let signals: Published[] = [];
  for (const [index, switchMs] of switchTimesMs.entries()) {
    if (index % 2 === 1) clock.advance(START_MS + switchMs - clock.now());
    else signals = await upUntil(START_MS + switchMs);
  }
  return signals;
}

async function upUntil(endMs: number): Promise<Published[]> {
  const market = marketOf(new SimulatedFeed(clock, demoMarket(SEED), [eurusd()]));
  const pcr = pcrOf(market);
  await withClockAtRealSpeed(clock, market.start());
  await pcr.start();
  await runUntil(endMs, 1_000);
  await pcr.drained();
  const signals = published(await pcr.signals(STRANGER), 'Agotamiento 1 min');
  await pcr.stop();
  await market.stop();
  return signals;
}

describe('a hash-chained signal', () => {
  it('contains the hash of the previous signal, and one changed byte breaks the chain', async () => {
    await liveSignals([2 * HOUR_MS]);
    const rows = await database.db.sql<{ setup_id: string; body: Json; previous_hash: string; hash: string }[]>`
      SELECT setup_id, body, previous_hash, hash FROM pcr_signals ORDER BY setup_id, seq`;
    const last = new Map<string, string>();
    for (const row of rows) {
      expect(row.previous_hash).toBe(last.get(row.setup_id) ?? GENESIS_HASH);
      expect(chainHashOf(row.previous_hash, row.body)).toBe(row.hash);
      expect(
        chainHashOf(row.previous_hash, JSON.parse(canonicalJson(row.body).replace('CALL', 'PUT').replace('"v', '"w'))),
      ).not.toBe(row.hash);
      last.set(row.setup_id, row.hash);
    }
    expect(rows.length).toBeGreaterThan(2);
  });

  it('cannot be updated or deleted by the application', async () => {
    await expect(database.db.sql`UPDATE pcr_signals SET hash = 'x'`).rejects.toThrow(/permission denied/);
    await expect(database.db.sql`DELETE FROM pcr_signals`).rejects.toThrow(/permission denied/);
  });
});
