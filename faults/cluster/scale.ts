/** What a second worker brings: trades that expire at one moment and signals of one candle's close, with one and with two. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import { MARKET_SEED } from '../harness/market.ts';
import { connectTo } from './connect-to.ts';
import { costEach, costNow, residentMb } from './cost.ts';
import { lastDenseTick } from './dense-market.ts';
import { LocalCluster } from './local-cluster.ts';
import { placesAnywhere, type Role } from './places.ts';
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
const POLL_MS = 20;
/** Nothing comes after it: the close is over. */
const QUIET_MS = 5_000;
/** Rows are written while the trades they belong to are not due. */
const ROWS_A_SECOND = 2_000;
/** By then the workers have read their shares of what runs, and signalled on a close. */
const FIRST_SEALED_WITHIN_MS = 5 * MINUTE_MS;
/** A close, and everything that is sealed on it. */
const SEALED_WITHIN_MS = 2 * MINUTE_MS;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

type Rates = { readonly settled: number; readonly sealed: number };

/** What so many settlers and so many engines do in a second. */
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
    places: await placesAnywhere(roles),
    databaseUrl: null,
    nats: { program: values.nats },
    environment: { NODE_ENV: 'test' },
  });
  const sql = connectTo(cluster.databaseUrl);
  try {
    await addPeople(sql, Number(values.people));
    const beforeTrades = await costNow(cluster, sql, 'settler');
    const settled = await settle(cluster, sql, Number(values.trades));
    say(
      `a trade: ${Math.round(((await costNow(cluster, sql, 'settler')).bytes - beforeTrades.bytes) / Number(values.trades))} bytes`,
    );
    await addStrategies(sql, Number(values.strategies));
    for (const engine of cluster.members.filter((member) => member.roles === 'engine')) {
      await engine.stop();
      await engine.start();
    }
    const idleMb = residentMb(engineOf(cluster));
    const sealed = await seal(cluster, sql);
    say(
      `an engine: ${idleMb} MiB at the start, ${residentMb(engineOf(cluster))} MiB with its part of ${values.strategies} strategies`,
    );
    return { settled, sealed };
  } finally {
    await sql.end({ timeout: 1 });
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Sql = ReturnType<typeof connectTo>;

/** @returns trades settled a second, from their expiry until the last of them is committed */
async function settle(cluster: LocalCluster, sql: Sql, count: number): Promise<number> {
  const expiryMs = Date.now() + 10_000 + (count * 1_000) / ROWS_A_SECOND;
  await addTrades(sql, count, expiryMs);
  if (Date.now() > expiryMs) throw new Error('the trades were due before all of them were written');
  await sleep(expiryMs - Date.now());
  const before = await costNow(cluster, sql, 'settler');
  for (;;) {
    const [open] = await sql`SELECT 1 FROM trades WHERE status = 'active' LIMIT 1`;
    if (open === undefined) {
      const rate = (count * 1_000) / (Date.now() - expiryMs);
      say(`settling: ${costEach(before, await costNow(cluster, sql, 'settler'), count)}`);
      return rate;
    }
    await sleep(POLL_MS);
  }
}

/** @returns signals sealed a second, from the tick that closed their candle until the last of them is there */
async function seal(cluster: LocalCluster, sql: Sql): Promise<number> {
  // On the close after the first one that was signalled on: by then everything runs.
  const candleTime = (await firstSealed(sql)) + MINUTE_MS / 1_000;
  const endMs = candleTime * 1_000 + MINUTE_MS;
  let sealed = { count: 0, atMs: Date.now() };
  const before = await costNow(cluster, sql, 'engine');
  for (const sinceMs = Date.now(); Date.now() - sinceMs < SEALED_WITHIN_MS; await sleep(POLL_MS)) {
    const [row] = await sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM strategy_signals WHERE candle_time = ${candleTime}`;
    if (row !== undefined && row.count > sealed.count) sealed = { count: row.count, atMs: Date.now() };
    else if (sealed.count > 0 && Date.now() - sealed.atMs > QUIET_MS) break;
  }
  say(`sealing a signal: ${costEach(before, await costNow(cluster, sql, 'engine'), sealed.count)}`);
  return (sealed.count * 1_000) / (sealed.atMs - firstTickFrom(endMs));
}

const engineOf = (cluster: LocalCluster): number | null =>
  cluster.members.find(({ roles }) => roles === 'engine')?.pid ?? null;

/** @returns the candle, in epoch seconds */
async function firstSealed(sql: Sql): Promise<number> {
  for (const sinceMs = Date.now(); Date.now() - sinceMs < FIRST_SEALED_WITHIN_MS; await sleep(POLL_MS)) {
    const [row] = await sql<{ time: number | null }[]>`SELECT max(candle_time)::float8 AS time FROM strategy_signals`;
    if (row?.time != null) return row.time;
  }
  throw new Error('nothing was signalled');
}

/** When the feed closes what ends then. */
function firstTickFrom(timeMs: number): number {
  const [asset] = SIMULATED_ASSETS;
  if (asset === undefined) throw new Error('the market has no assets');
  let tickMs = 0;
  for (let untilMs = timeMs; tickMs < timeMs; untilMs += 1) tickMs = lastDenseTick(MARKET_SEED, asset, untilMs).timeMs;
  return tickMs;
}

const one = await measure(1);
const two = await measure(2);
const line = (what: string, from: number, to: number): string =>
  `${what.padEnd(28)} ${Math.round(from)} a second with one worker, ${Math.round(to)} with two: ${(to / from).toFixed(2)}×`;
say(line('trades settled', one.settled, two.settled));
say(line('signals sealed', one.sealed, two.sealed));
process.exit();
