import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '@vigia/server/testing';
import { readPostmaster } from '../harness/postmaster.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';

const LOCKED_MS = 10_000;
/** An order was placed late if its price is older than this when its sender gets the response. */
const LATE_MS = 5_000;
/** PostgreSQL refuses to run as root; this wrapper is the one that the product uses too. */
const AS_SOMEBODY = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const;

/** The database stops abruptly and starts again, under a steady load of orders. */
async function playRestart(world: World): Promise<void> {
  await world.begin(4);
  const stop = world.load(world.between(3, 8));
  await sleep(world.between(300, 1_200));
  if (world.between(0, 1) === 0) await crashBackend(world);
  else await restartAtOnce(world);
  await world.healthy();
  await sleep(500);
  await stop();
  const [last] = await world.order(1);
  world.expect(last?.outcome.kind !== 'unknown', 'I11', 'no order is answered after the database has come back');
}

/**
 * Kills one backend process: PostgreSQL then ends all others, recovers from its log and continues (PostgreSQL manual,
 * 20.13 restart_after_crash).
 */
async function crashBackend({ sql }: World): Promise<void> {
  const [row] = await sql<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE application_name = 'vigia' LIMIT 1`;
  if (row !== undefined) process.kill(row.pid, 'SIGKILL');
}

/** Does the same as `pg_ctl restart -m immediate`: stops without a checkpoint or a clean disconnection. */
export async function restartAtOnce({ dataFolder }: World): Promise<void> {
  const postmaster = readPostmaster(dataFolder);
  if (postmaster === null) throw new Error('no database runs');
  process.kill(postmaster.pid, 'SIGQUIT');
  while (readPostmaster(dataFolder) !== null) await sleep(10);
  const [program = '', ...args] =
    process.getuid?.() === 0 ? [...AS_SOMEBODY, ...postmaster.command] : postmaster.command;
  spawn(program, args, { detached: true, stdio: 'ignore' }).unref();
}

/** Connections are cut while their transactions wait for a lock, in an order or in a settlement. */
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

/** Another session holds a lock for ten seconds: on one account, or on all trades. */
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

/** Opens a transaction that takes a lock and holds it until it is released. */
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
    injection: 'immediate stop and start, or one backend killed −9',
    play: playRestart,
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
