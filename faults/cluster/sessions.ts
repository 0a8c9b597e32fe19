/**
 * Measures many broker sessions that several `feed` processes share, at a simulated broker. Kills, freezes and restarts
 * each process in turn while users trade. Prints the time until all sessions are connected again, and compares the
 * broker's order book with the orders. Exits with code 1 if an order was duplicated or lost, or if a session
 * reconnected too late.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Sql } from '@vigia/server/testing';
import { storeLogins } from '@vigia/server/testing';
import { SeededRng } from '@vigia/testkit';
import { checkBroker, loginOf, originsOf, registerDemoUsers, startBroker } from './broker-people.ts';
import { connectTo } from './connect-to.ts';
import { residentMb } from './cost.ts';
import { LoadClients } from './load-clients.ts';
import { LocalCluster, type ServerMember } from './local-cluster.ts';
import { machineClock } from './machine-clock.ts';
import { processSpecsOnFreePorts, type Role } from './places.ts';
import { addPeople } from './scale-seed.ts';

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: '' },
    flag: { type: 'string', multiple: true, default: [] },
    nats: { type: 'string', default: '' },
    sessions: { type: 'string', default: '3000' },
    feeds: { type: 'string', default: '3' },
    kind: { type: 'string', multiple: true, default: ['kill', 'freeze', 'restart'] },
    keep: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const SEED = 20_261_126;
const FEEDS = Number(values.feeds);
/** Number of users who place orders through the API during the run. */
const TRADERS = 40;
const ORDERS_PER_S = 4;
const LOOK_MS = 250;
const ANSWER_WITHIN_MS = 5_000;
const FROZEN_MS = 10_000;
/**
 * Time in milliseconds of trading before each fault, so that the fault happens while orders are in transit and trades
 * are open.
 */
const REST_MS = 10_000;
/** Time limit in milliseconds within which all users of a failed process must be connected again. */
const BACK_WITHIN_MS = 30_000;
const OPENED_WITHIN_MS = 180_000;
const SETTLED_WITHIN_MS = 180_000;
const KIB_PER_MIB = 1_024;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const feedNames = Array.from({ length: FEEDS }, (_, index) => `feed-${index + 1}`);
const roles: readonly Role[] = [
  ...feedNames.map((name): Role => [name, 'feed']),
  ['api-1', 'api'],
  ['settler-1', 'settler'],
];
const folder = mkdtempSync(join(tmpdir(), 'vigia-sessions-'));
const broker = await startBroker();
const cluster = await LocalCluster.open({
  folder,
  launch: [...values.flag, values.program],
  places: await processSpecsOnFreePorts(roles),
  databaseUrl: null,
  nats: { program: values.nats },
  environment: { LOG_LEVEL: 'info', NODE_ENV: 'test', BROKER_ORIGINS: originsOf(broker) },
});
const db = connectTo(cluster.databaseUrl);
const feeds = cluster.members.filter(({ roles: does }) => does === 'feed');
try {
  const faults = await measure();
  for (const fault of faults) say(`✗ ${fault}`);
  say(faults.length === 0 ? '✓ every session came back in time, no order is doubled or lost' : 'failed');
  if (values.report !== undefined)
    writeFileSync(values.report, JSON.stringify({ passed: 1, failed: faults.length, skipped: 0 }));
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await db.close();
  await cluster.close().catch((error: unknown) => say(String(error)));
  await broker.stop();
  if (values.keep) say(`the logs lie in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function measure(): Promise<readonly string[]> {
  const { clients, all } = await seed();
  await Promise.all(feeds.map(restart));
  const openedMs = await untilUp(all, OPENED_WITHIN_MS);
  if (openedMs === null) return [`only ${await sessionsUp()} of ${all} sessions opened`];
  say(`${all} sessions on ${FEEDS} processes open after ${seconds(openedMs)}: ${await describeFeeds()}`);
  const stop = clients.trade(ORDERS_PER_S);
  const faults: string[] = [];
  for (const [index, kind] of values.kind.entries()) {
    await sleep(REST_MS);
    faults.push(...(await lose(feeds[(index + 1) % FEEDS], kind, all)));
  }
  await sleep(REST_MS);
  stop();
  await clients.quiet();
  await untilSettled();
  return [...faults, ...(await judge(clients))];
}

async function restart(feed: ServerMember): Promise<void> {
  await feed.stop();
  await feed.start();
}

/** Creates the users with their stored broker logins. Some of them trade through the API. */
async function seed(): Promise<{ readonly clients: LoadClients; readonly all: number }> {
  const { sql } = db;
  const rng = new SeededRng(SEED);
  await addPeople(db, Number(values.sessions) - TRADERS);
  const clients = await LoadClients.signUp(cluster.apiUrls, sql, rng, TRADERS);
  await registerDemoUsers(sql, clients.people);
  const users = await sql<{ id: string }[]>`SELECT id FROM users`;
  const logins = users.map(({ id: userId }) => ({
    userId,
    brokerId: 'iqoption',
    credentials: { kind: 'password', ...loginOf({ userId }) } as const,
  }));
  await storeLogins(db, cluster.masterKey, machineClock, logins);
  await chooseBroker(sql, clients);
  say(`${users.length} users with stored logins`);
  return { clients, all: users.length };
}

async function chooseBroker(sql: Sql, { people }: LoadClients): Promise<void> {
  await sql`
    UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'demo'
    WHERE user_id = ANY(${people.map(({ userId }) => userId)}::uuid[])`;
}

/**
 * Takes a process out of service by a kill, a freeze or a restart. Waits until the other processes have all of its
 * sessions, and then until every process has sessions again.
 */
async function lose(feed: ServerMember | undefined, kind: string, all: number): Promise<readonly string[]> {
  if (feed === undefined) throw new Error('there are fewer feed processes than faults');
  const had = await sessionsOf(feed);
  const fromMs = performance.now();
  if (kind === 'kill') await feed.kill();
  else if (kind === 'freeze') feed.freeze();
  else await feed.stop();
  const others = feeds.filter((each) => each !== feed);
  const backMs = await untilUp(all, OPENED_WITHIN_MS, others, fromMs);
  say(`${feed.name} ${kind}: its ${had} users are back after ${backMs === null ? 'never' : seconds(backMs)}`);
  if (kind === 'freeze') {
    await sleep(Math.max(0, FROZEN_MS - (performance.now() - fromMs)));
    feed.thaw();
  } else await feed.start();
  const sharedMs = await untilShared(all);
  const [shared, feedsNow] = [sharedMs === null ? 'never' : seconds(sharedMs), await describeFeeds()];
  say(`    shared out again after ${shared}: ${feedsNow}; load ${loadavg()[0]?.toFixed(1)}`);
  const isLate = kind !== 'restart' && (backMs === null || backMs > BACK_WITHIN_MS);
  return [
    ...(isLate ? [`the users of ${feed.name} were back after ${backMs} ms`] : []),
    ...(sharedMs === null ? [`the sessions were not shared out again after ${kind} of ${feed.name}`] : []),
  ];
}

/** Waits until every process has some sessions and all sessions are connected. */
async function untilShared(all: number): Promise<number | null> {
  const sinceMs = performance.now();
  while (performance.now() - sinceMs < OPENED_WITHIN_MS) {
    const counts = await Promise.all(feeds.map(sessionsOf));
    if (counts.every((count) => count > 0) && sum(counts) === all) return performance.now() - sinceMs;
    await sleep(LOOK_MS);
  }
  return null;
}

/**
 * Waits until these processes together have `count` connected sessions. Returns the time in milliseconds since
 * `fromMs`.
 */
async function untilUp(
  count: number,
  withinMs: number,
  members: readonly ServerMember[] = feeds,
  fromMs = performance.now(),
): Promise<number | null> {
  while (performance.now() - fromMs < withinMs) {
    if ((await sessionsUp(members)) >= count) return performance.now() - fromMs;
    await sleep(LOOK_MS);
  }
  return null;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

async function sessionsUp(members: readonly ServerMember[] = feeds): Promise<number> {
  return sum(await Promise.all(members.map(sessionsOf)));
}

/** Returns the number of connected sessions that a process reports; 0 if the process does not respond. */
async function sessionsOf({ url }: ServerMember): Promise<number> {
  const figures = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    .then((answer) => answer.text())
    .catch(() => '');
  return Number(/^vigia_broker_sessions\{broker="iqoption",state="up"\} (\d+)$/m.exec(figures)?.[1] ?? 0);
}

async function describeFeeds(): Promise<string> {
  const each = feeds.map(async (feed) => `${feed.name} ${await sessionsOf(feed)} in ${residentMb(feed.pid)} MiB`);
  const own = Math.round(process.memoryUsage.rss() / KIB_PER_MIB / KIB_PER_MIB);
  return `${(await Promise.all(each)).join(', ')}; the simulator ${own} MiB`;
}

async function untilSettled(): Promise<void> {
  for (const sinceMs = performance.now(); performance.now() - sinceMs < SETTLED_WITHIN_MS; await sleep(LOOK_MS)) {
    const [row] = await db.sql<{ open: number }[]>`SELECT count(*)::int AS open FROM trades WHERE status = 'active'`;
    if (row?.open === 0) return;
  }
}

async function judge(clients: LoadClients): Promise<readonly string[]> {
  const { doubled, lost, findings } = await checkBroker(db.sql, broker, clients);
  const [row] = await db.sql<{ open: number; unknown: number }[]>`
    SELECT count(*) FILTER (WHERE status = 'active')::int AS open,
           (SELECT count(*)::int FROM trade_events WHERE kind = 'lose_track') AS unknown FROM trades`;
  const accepted = clients.attempts.filter(({ outcome }) => outcome.kind === 'accepted').length;
  const longest = seconds(clients.longestUnknownMs);
  say(
    `${clients.attempts.length} orders, ${accepted} accepted, ${broker.book.contracts().length} contracts; ` +
      `${row?.unknown} of unknown outcome for a while, longest for its client ${longest}; ${doubled} doubled, ${lost} lost`,
  );
  return [
    ...findings.map(({ invariant, what }) => `${invariant}: ${what}`),
    ...(row?.open === 0 ? [] : [`${row?.open} trades stay open`]),
    ...(accepted === 0 ? ['no order was accepted'] : []),
  ];
}
