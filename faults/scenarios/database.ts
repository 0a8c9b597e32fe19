import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '@vigia/server/testing';
import { isRunning, signalTree } from '../cluster/process-tree.ts';
import { newPerson, REQUEST_TIMEOUT_MS, signIn, statusOf } from '../harness/people.ts';
import { type Postmaster, readPostmaster } from '../harness/postmaster.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';

const LOCKED_MS = 10_000;
/**
 * Maximum age in milliseconds of an order's price when the response arrives. If the price is older, the order counts as
 * late.
 */
const LATE_MS = 5_000;
/**
 * Time limit in milliseconds for the response to every request, even while the database is frozen:
 * docs/spec/retention-and-faults.md §3.
 */
const ANSWERED_WITHIN_MS = 5_000;
const FROZEN_MS = 12_000;
const BETWEEN_READS_MS = 250;

/** Kills the database under a steady load of orders. The server must restart the database. */
async function playRestart(world: World): Promise<void> {
  await world.begin(4);
  const stop = world.load(world.between(3, 8));
  await sleep(world.between(300, 1_200));
  const backends = await backendsOf(world);
  if (world.between(0, 2) === 0) crashBackend(backends);
  else killPostmaster(world);
  await ended(backends);
  await world.healthy();
  await sleep(500);
  await stop();
  const [last] = await world.order(1);
  const answer = JSON.stringify(last?.outcome);
  world.expect(last?.outcome.kind !== 'unknown', 'I11', `after the database has come back an order gets ${answer}`);
}

const backendsOf = async ({ sql }: World): Promise<readonly number[]> =>
  (await sql<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE application_name = 'vigia'`).map(
    ({ pid }) => pid,
  );

/** Waits until these processes have ended. Until then the server may look healthy, because it has not lost them yet. */
async function ended(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await sleep(20);
}

/**
 * Kills one backend process of PostgreSQL. PostgreSQL then ends all other backends, recovers from its log and continues
 * (PostgreSQL manual, 20.13 restart_after_crash).
 */
function crashBackend([pid]: readonly number[]): void {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** Ends the whole database: by SIGKILL, as the kernel does when memory is short, or by an immediate shutdown. */
export function killPostmaster(world: World): void {
  process.kill(postmasterOf(world).pid, world.pick(['SIGKILL', 'SIGQUIT']));
}

/** Returns the database server of a run. @throws Error if none runs */
export function postmasterOf({ dataFolder }: World): Postmaster {
  const postmaster = readPostmaster(dataFolder);
  if (postmaster === null) throw new Error('no database runs');
  return postmaster;
}

/** Freezes every process of the database during orders, reads, sign-ups and sign-ins. Resumes the processes later. */
async function playFrozen(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(3, 8));
  const { pid } = postmasterOf(world);
  const frozenMs = performance.now();
  signalTree(pid, 'SIGSTOP');
  const stop = world.load(world.between(3, 8));
  const asked: Promise<Answered>[] = [];
  for (; performance.now() - frozenMs < FROZEN_MS; await sleep(BETWEEN_READS_MS)) asked.push(...ask(world));
  const thawedMs = performance.now();
  signalTree(pid, 'SIGCONT');
  await world.healthy();
  await stop();
  const orders = world.attempts.map(({ sentAtMs, answeredAtMs }) => ({ what: 'an order', sentAtMs, answeredAtMs }));
  const answered = [...orders, ...(await Promise.all(asked))].map((one) => ({
    ...one,
    tookMs: Math.round(one.answeredAtMs - one.sentAtMs),
  }));
  // On a busy machine, even a request without database access gets a late response. A sign-up consists of two requests.
  const machineMs = 2 * Math.max(...answered.filter(({ what }) => what === LIVE).map(({ tookMs }) => tookMs));
  for (const { what, sentAtMs, tookMs } of answered) {
    // A request that is in transit when the database resumes may have to wait until the database has recovered.
    if (sentAtMs < frozenMs || sentAtMs > thawedMs - ANSWERED_WITHIN_MS) continue;
    world.expect(tookMs < ANSWERED_WITHIN_MS + machineMs, 'I11', `${what} was answered after ${tookMs} ms`);
  }
  const [last] = await world.order(1);
  world.expect(last?.outcome.kind === 'accepted', 'I11', 'no order is taken after the database goes on');
}

type Answered = { readonly what: string; readonly sentAtMs: number; readonly answeredAtMs: number };

/** A path whose response needs no database. */
const LIVE = '/health/live';
const READS = ['/api/v1/trading/mode/current', '/api/v1/trading/history', '/api/v1/trading/stats', '/auth/v1/user'];

/** Sends one request of each kind concurrently: reads, a sign-up, a sign-in and health requests. */
function ask(world: World): readonly Promise<Answered>[] {
  const { url } = world.server;
  const timed = async (what: string, request: Promise<unknown>): Promise<Answered> => {
    const sentAtMs = performance.now();
    // Every response is accepted here. The invariants check the effects of the requests later.
    await request.catch(() => undefined);
    return { what, sentAtMs, answeredAtMs: performance.now() };
  };
  return [
    ...READS.map((path) => timed(path, statusOf(url, world.pick(world.people), path, REQUEST_TIMEOUT_MS))),
    timed('a sign-up', newPerson(url)),
    timed('a sign-in', signIn(url, 'nadie@example.com', 'una contraseña cualquiera')),
    ...['/health/ready', LIVE].map((path) => timed(path, fetch(url + path))),
  ];
}

/** Cuts the database connections of transactions that wait for a lock, in an order or in a settlement. */
async function playTerminated(world: World): Promise<void> {
  await world.begin(3);
  for (let round = 0; round < 3; round += 1) {
    await world.order(world.between(1, 6));
    const person = world.pick(world.people);
    const held = hold(world, async (tx) => {
      await tx`SELECT 1 FROM accounts WHERE user_id = ${person.userId} FOR UPDATE`;
    });
    await held.taken;
    const orders = world.order(world.between(4, 10));
    if (round === 1) await world.server.leap(world.between(60_000, 180_000), 100);
    await sleep(world.between(100, 400));
    await world.sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'vigia' AND xact_start IS NOT NULL AND wait_event_type = 'Lock'`;
    held.release();
    await orders;
    await world.healthy();
    await world.resolveUnknown();
  }
}

/** Locks one account or all trades from another database session for ten seconds. */
async function playLocked(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(2, 8));
  const person = world.pick(world.people);
  const isTable = world.between(0, 1) === 1;
  const held = hold(world, async (tx) => {
    if (isTable) await tx`LOCK TABLE trades IN EXCLUSIVE MODE`;
    else await tx`SELECT 1 FROM accounts WHERE user_id = ${person.userId} FOR UPDATE`;
  });
  await held.taken;
  const orders = world.order(world.between(5, 15));
  await sleep(LOCKED_MS);
  held.release();
  const [releasedMs, releasedAtMs] = [world.server.nowMs, performance.now()];
  for (const { outcome, answeredAtMs } of await orders) {
    if (outcome.kind !== 'accepted') continue;
    const answeredMs = releasedMs + answeredAtMs - releasedAtMs;
    const ageMs = Math.round(answeredMs - Date.parse(outcome.option.entry_time));
    world.expect(ageMs < LATE_MS, 'I5', `an order was placed at a price ${ageMs} ms old`);
  }
}

/** Opens a transaction that takes a lock and keeps it. Returns the function that releases the lock. */
function hold({ db }: World, take: (tx: Transaction) => Promise<void>) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const taken = new Promise<void>((resolve, reject) => {
    db.transaction(async (tx) => {
      await take(tx);
      resolve();
      await released;
    }).catch(reject);
  });
  return { taken, release };
}

export const DATABASE: readonly Scenario[] = [
  {
    number: 16,
    fault: 'PostgreSQL restarts during load',
    injection: 'killed −9 or stopped at once, and started by the server itself; or one backend killed −9',
    play: playRestart,
  },
  {
    number: 16,
    variant: 'c',
    fault: 'the database stands still for 12 s',
    injection: 'SIGSTOP and SIGCONT of all its processes, under orders, reads, sign-ups and sign-ins',
    play: playFrozen,
  },
  {
    number: 17,
    fault: 'connection killed inside the transaction',
    injection: 'pg_terminate_backend on a backend that waits inside one',
    isLongFormOnly: true,
    play: playTerminated,
  },
  {
    number: 18,
    fault: 'a lock held for 10 s',
    injection: 'another session locks an account, or the table of trades',
    isLongFormOnly: true,
    play: playLocked,
  },
];
