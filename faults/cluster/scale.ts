/**
 * Measures the benefit of a second worker process. Measures the settlement of many trades with the same expiry, and the
 * signals of one candle close, with one worker and with two.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoMarket, SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { Sql } from '@vigia/server/testing';
import { MARKET_SEED } from '../harness/market.ts';
import { connectTo } from './connect-to.ts';
import { bytesOf, CpuMeter, residentMb } from './cost.ts';
import { lastDenseTick } from './dense-market.ts';
import { LocalCluster } from './local-cluster.ts';
import { processSpecsOnFreePorts, type Role } from './places.ts';
import { addPeople, addStrategies, addTrades } from './scale-seed.ts';

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: '' },
    flag: { type: 'string', multiple: true, default: [] },
    nats: { type: 'string', default: '' },
    people: { type: 'string', default: '2000' },
    trades: { type: 'string', default: '100000' },
    strategies: { type: 'string', default: '10000' },
  },
});
const MINUTE_MS = 60_000;
const LOOK_MS = 250;
/**
 * The number of rows that can be inserted per second. The expiry of the trades must lie after the insertion of all
 * rows.
 */
const ROWS_A_SECOND = 2_000;
/**
 * The time in milliseconds within which all signals of a candle close must be stored, so that they end before the next
 * close.
 */
const SEALED_WITHIN_MS = 10_000;
const CLOSES = 3;
const EMPTY_CLOSES_MAX = 12;
const [TRADES, STRATEGIES] = [Number(values.trades), Number(values.strategies)];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The measured rates; a rate is null if it was not measured. */
type Rates = { readonly settled: number | null; readonly sealed: number | null };

/** Measures the rates per second with `workers` workers of each kind. */
async function measure(workers: number): Promise<Rates> {
  const names = Array.from({ length: workers }, (_, index) => index + 1);
  const roles: readonly Role[] = [
    ['feed-1', 'feed'],
    ...names.map((index): Role => [`settler-${index}`, 'settler']),
    ...names.map((index): Role => [`engine-${index}`, 'engine']),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'vigia-scale-'));
  const cluster = await LocalCluster.open({
    folder,
    launch: [...values.flag, values.program],
    places: await processSpecsOnFreePorts(roles),
    databaseUrl: null,
    nats: { program: values.nats },
    environment: { NODE_ENV: 'test' },
  });
  const db = connectTo(cluster.databaseUrl);
  const { sql } = db;
  try {
    await addPeople(db, Number(values.people));
    const settled = TRADES === 0 ? null : await tradesOf(cluster, sql);
    const sealed = STRATEGIES === 0 ? null : await signalsOf(cluster, sql);
    return { settled, sealed };
  } finally {
    await db.close();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tradesOf(cluster: LocalCluster, sql: Sql): Promise<number> {
  const before = await bytesOf(sql);
  const rate = await settle(cluster, sql, TRADES);
  say(`a trade: ${Math.round(((await bytesOf(sql)) - before) / TRADES)} bytes`);
  return rate;
}

async function signalsOf(cluster: LocalCluster, sql: Sql): Promise<number> {
  await addStrategies(sql, STRATEGIES);
  const engines = cluster.members.filter(({ roles }) => roles === 'engine');
  for (const engine of engines) {
    await engine.stop();
    await engine.start();
  }
  const [one] = engines;
  const idleMb = residentMb(one?.pid ?? null);
  const rate = await seal(cluster, sql);
  const busyMb = residentMb(one?.pid ?? null);
  say(`an engine: ${idleMb} MiB at the start, ${busyMb} MiB with its part of ${STRATEGIES} strategies`);
  return rate;
}

/**
 * Measures the settlement of trades. @returns settled trades per second, from their expiry to the commit of the last
 * one
 */
async function settle(cluster: LocalCluster, sql: Sql, count: number): Promise<number> {
  const expiryMs = Date.now() + 10_000 + (count * 1_000) / ROWS_A_SECOND;
  await addTrades(sql, count, expiryMs);
  if (Date.now() > expiryMs) throw new Error('the trades were due before all of them were written');
  await sleep(expiryMs - Date.now());
  const meter = new CpuMeter(cluster, 'settler');
  while (await isAnyOpen(sql)) await sleep(LOOK_MS);
  const [row] = await sql<[{ lastMs: number }]>`SELECT ${lastCommitMs(sql)} AS "lastMs" FROM trades`;
  meter.stop();
  say(`settling ${count} trades: ${meter.describe(count, expiryMs, row.lastMs)}`);
  return (count * 1_000) / (row.lastMs - expiryMs);
}

async function isAnyOpen(sql: Sql): Promise<boolean> {
  return (await sql`SELECT 1 FROM trades WHERE status = 'active' LIMIT 1`).length > 0;
}

/**
 * Returns SQL for the time at which the last of the rows was committed. The query runs after the measured work, because
 * it costs as much as that work.
 */
const lastCommitMs = (sql: Sql) => sql`max(extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000)::float8`;

/**
 * Measures how fast signals are stored in their hash chains.
 * @returns stored signals per second: from the tick that closes their candle to the commit of the last signal; the
 * median of several candle closes
 */
async function seal(cluster: LocalCluster, sql: Sql): Promise<number> {
  // The first candle close with signals is not measured, because some parts start only then.
  await nextClose(cluster, sql);
  const rates: number[] = [];
  while (rates.length < CLOSES) rates.push(await nextClose(cluster, sql));
  say(`signals a second, close by close: ${rates.map(Math.round).join(', ')}`);
  return rates.toSorted((a, b) => a - b)[CLOSES >>> 1] ?? 0;
}

/**
 * Waits for a candle close with signals, which is about every second close.
 * @returns stored signals per second
 */
async function nextClose(cluster: LocalCluster, sql: Sql): Promise<number> {
  for (let empty = 0; empty < EMPTY_CLOSES_MAX; empty += 1) {
    const endMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
    await sleep(endMs - Date.now());
    const meter = new CpuMeter(cluster, 'engine');
    await sleep(SEALED_WITHIN_MS);
    meter.stop();
    const [row] = await sql<[{ count: number; lastMs: number }]>`
      SELECT count(*)::int AS count, ${lastCommitMs(sql)} AS "lastMs" FROM strategy_signals
      WHERE candle_time = ${endMs / 1_000 - MINUTE_MS / 1_000}`;
    if (row.count === 0) continue;
    const closedMs = firstTickFrom(endMs);
    say(`sealing ${row.count} signals: ${meter.describe(row.count, closedMs, row.lastMs)}`);
    return (row.count * 1_000) / (row.lastMs - closedMs);
  }
  throw new Error('nothing was signalled');
}

/** Returns the time of the first tick at or after `timeMs`. This tick closes the candles that end at `timeMs`. */
function firstTickFrom(timeMs: number): number {
  const [asset] = SIMULATED_ASSETS;
  if (asset === undefined) throw new Error('the market has no assets');
  const market = demoMarket(MARKET_SEED);
  let tickMs = 0;
  for (let untilMs = timeMs; tickMs < timeMs; untilMs += 1) tickMs = lastDenseTick(market, asset, untilMs).timeMs;
  return tickMs;
}

const one = await measure(1);
const two = await measure(2);
function printReport(what: string, from: number | null, to: number | null): void {
  if (from === null || to === null) return;
  const times = (to / from).toFixed(2);
  say(`${what.padEnd(16)} ${Math.round(from)} a second with one worker, ${Math.round(to)} with two: ${times}×`);
}
printReport('trades settled', one.settled, two.settled);
printReport('signals sealed', one.sealed, two.sealed);
process.exit();
