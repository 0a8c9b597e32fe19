import type { Clock } from '@vigia/core/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { randomIds } from '../crypto/random-ids.ts';
import { createLogger } from '../logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '../persistence/connection.ts';
import type { Database } from '../persistence/database.ts';
import { openDatabase } from '../persistence/postgres-database.ts';
import { createTestDatabase, type TestDatabase } from '../persistence/testing.ts';
import { type ClusterRun, LeaseLostError } from './cluster.ts';
import { LeasedCluster } from './leased-cluster.ts';
import { SHARDS } from './shards.ts';
import { describeCluster, RecordedShards, RecordedWork } from './testing-contract.ts';
import { ClusterMember } from './testing-member.ts';

const WITHIN = { timeout: 30_000, interval: 5 };
/**
 * Two thirds of the duration of a lease. A lease that was not renewed for this time counts as not fresh (`isFresh`).
 */
const FRESH_MS = 40_000;

let test: TestDatabase;
let pool: Database;
let runs: ClusterRun[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
  pool = openDatabase(parseDatabaseUrl(test.appUrl), { poolSize: 2 });
});
afterAll(async () => {
  await pool.close();
  await test.close();
});
afterEach(async () => {
  await setDatabaseAway(false);
  await Promise.all(runs.map((run) => run.stop()));
  runs = [];
});

const startRun = (run: ClusterRun): Promise<void> => {
  runs.push(run);
  return run.started;
};
const runSingleton = (member: ClusterMember, name: string, work: RecordedWork) =>
  startRun(member.cluster.runSingleton(name, work));
const runShards = (member: ClusterMember, kind: string, work: RecordedShards) =>
  startRun(member.cluster.runShards(kind, work));

/** Makes every lease and every group membership expire. */
const expireAll = () => test.db.sql`
  WITH gone AS (UPDATE members SET expires_at = '-infinity') UPDATE leases SET expires_at = '-infinity'`;

/**
 * Makes the lost leases expire, and the memberships of all processes except the holder of the kept leases. One call may
 * not be enough, because a last heartbeat may still be in progress.
 */
const expireAllExcept = (kept: readonly string[], lost: readonly string[]) => test.db.sql`
  WITH stays AS (SELECT owner FROM leases WHERE name = ${kept[0] ?? ''}),
  gone AS (UPDATE members SET expires_at = '-infinity' WHERE id <> (SELECT owner FROM stays))
  UPDATE leases SET expires_at = '-infinity' WHERE name = ANY(${[...lost]}::text[]) AND owner <> (SELECT owner FROM stays)`;

/** Sends heartbeats of these members until the condition is true. */
async function heartbeatsUntil(members: readonly ClusterMember[], isDone: () => boolean): Promise<void> {
  await expect
    .poll(() => {
      for (const member of members) member.heartbeat();
      return isDone();
    }, WITHIN)
    .toBe(true);
}

/** Sends enough heartbeats for any effect to become visible. */
async function manyHeartbeats(members: readonly ClusterMember[]): Promise<void> {
  for (let heartbeat = 0; heartbeat < 20; heartbeat += 1) {
    for (const member of members) member.heartbeat();
    await test.db.sql`SELECT 1`;
  }
}

async function holderOf(work: RecordedWork, name: string) {
  const member = new ClusterMember(pool);
  await runSingleton(member, name, work);
  const { lease } = work;
  if (lease === null) throw new Error(`${name} was not acquired`);
  return { member, lease };
}

const expiryOfLong = async () => (await test.db.sql`SELECT expires_at FROM leases WHERE name = 'long'`)[0];

describe('LeasedCluster', () => {
  describeCluster(() => new ClusterMember(pool).cluster);

  it('runs work in one process at a time, and in another process when the first process stops', async () => {
    const [first, second] = [new RecordedWork(), new RecordedWork()];
    const [a, b] = [new ClusterMember(pool), new ClusterMember(pool)];
    await runSingleton(a, 'feed', first);
    await runSingleton(b, 'feed', second);
    expect([first.lease?.fence, second.lease]).toEqual([1n, null]);
    await runs[0]?.stop();
    await heartbeatsUntil([b], () => second.lease !== null);
    expect([first.lease, second.lease?.fence]).toEqual([null, 2n]);
  });

  it('keeps a lease as long as heartbeats arrive, even if the wall clock of the process jumps', async () => {
    const work = new RecordedWork();
    const { member, lease } = await holderOf(work, 'long');
    for (let heartbeat = 0; heartbeat < 5; heartbeat += 1) {
      member.setClock(heartbeat % 2 === 0 ? 3_600_000 : -7_200_000);
      const before = await expiryOfLong();
      await expect
        .poll(() => {
          member.heartbeat();
          return expiryOfLong();
        }, WITHIN)
        .not.toEqual(before);
      expect(lease.isFresh()).toBe(true);
    }
    expect(work.events).toEqual(['start']);
  });
});

describe('LeasedCluster of a suspended process', () => {
  it('loses its lease to another process, and its later writes are refused', async () => {
    const [old, young] = [new RecordedWork(), new RecordedWork()];
    const { member, lease } = await holderOf(old, 'stalled');
    const other = new ClusterMember(pool);
    await runSingleton(other, 'stalled', young);
    await expireAll();
    await heartbeatsUntil([other], () => young.lease !== null);
    const late = test.db.transaction((tx) => member.cluster.fence(tx, lease));
    await expect(late).rejects.toBeInstanceOf(LeaseLostError);
    await test.db.transaction((tx) => other.cluster.fence(tx, young.lease ?? lease));
    member.suspend(FRESH_MS);
    expect(lease.isFresh()).toBe(false);
    member.heartbeat();
    await expect.poll(() => old.events, WITHIN).toEqual(['start', 'stop']);
    expect(member.cluster.losses).toBe(1);
  });

  it('gives up its leases at the first heartbeat after the suspension, without a query', async () => {
    const work = new RecordedWork();
    const { member } = await holderOf(work, 'asleep');
    member.suspend(FRESH_MS);
    member.heartbeat();
    expect(member.cluster.held).toEqual([]);
  });

  it('detects the lost lease at a refused write, before its next heartbeat', async () => {
    const work = new RecordedWork();
    const { member, lease } = await holderOf(work, 'unaware');
    await test.db.sql`UPDATE leases SET fence = fence + 1, owner = 'another process' WHERE name = 'unaware'`;
    await expect(test.db.transaction((tx) => member.cluster.fence(tx, lease))).rejects.toThrow('unaware');
    await expect.poll(() => work.lease, WITHIN).toBeNull();
    expect(lease.isFresh()).toBe(false);
  });

  it('blocks the next holder while a fenced write of the process is in progress', async () => {
    const [old, young] = [new RecordedWork(), new RecordedWork()];
    const { member, lease } = await holderOf(old, 'writing');
    const other = new ClusterMember(pool);
    await runSingleton(other, 'writing', young);
    await test.db.transaction(async (tx) => {
      await member.cluster.fence(tx, lease);
      await expireAll();
      await manyHeartbeats([other]);
      expect(young.lease).toBeNull();
    });
    await heartbeatsUntil([other], () => young.lease !== null);
  });

  it('refuses a write under several leases if one of them is lost', async () => {
    const [kept, lost] = [new RecordedWork(), new RecordedWork()];
    const { member, lease } = await holderOf(kept, 'kept');
    await runSingleton(member, 'lost', lost);
    const both = [lease, lost.lease ?? lease] as const;
    await test.db.transaction((tx) => member.cluster.fence(tx, ...both));
    await test.db.sql`UPDATE leases SET fence = fence + 1 WHERE name = 'lost'`;
    await expect(test.db.transaction((tx) => member.cluster.fence(tx, ...both))).rejects.toThrow(LeaseLostError);
  });
});

describe('LeasedCluster on the real clock', () => {
  it('moves the work of a suspended process to another within 5 s, and two processes never hold a valid lease at once', async () => {
    const [old, young] = [new RecordedWork(), new RecordedWork()];
    const { clock, pause } = pausable();
    const open = (time: Clock) =>
      new LeasedCluster({ db: pool, ids: randomIds, clock: time, log: createLogger('silent') });
    await startRun(open(clock).runSingleton('now', old));
    const { lease } = old;
    await startRun(open(systemClock).runSingleton('now', young));
    const pausedAtMs = systemClock.monotonicMs();
    pause();
    await expect.poll(() => young.lease?.fence, WITHIN).toBe(2n);
    expect(systemClock.monotonicMs() - pausedAtMs).toBeLessThan(5_000);
    expect(lease?.isFresh()).toBe(false);
  });
});

/** Returns the real clock with timers that can be paused. */
function pausable(): { readonly clock: Clock; readonly pause: () => void } {
  let isPaused = false;
  const unlessPaused = (task: () => void) => () => {
    if (!isPaused) task();
  };
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonicMs: () => systemClock.monotonicMs(),
    after: (delay, task) => systemClock.after(delay, unlessPaused(task)),
    every: (interval, task) => systemClock.every(interval, unlessPaused(task)),
  };
  return { clock, pause: () => (isPaused = true) };
}

describe('LeasedCluster while the database is unavailable', () => {
  it('has no valid lease, and gives each lease to one holder again when the database is available', async () => {
    const works = [new RecordedWork(), new RecordedWork()] as const;
    const members = works.map(() => new ClusterMember(pool)) as [ClusterMember, ClusterMember];
    await runSingleton(members[0], 'north', works[0]);
    await runSingleton(members[1], 'south', works[1]);
    await setDatabaseAway(true);
    for (const member of members) {
      member.suspend(FRESH_MS);
      member.heartbeat();
    }
    expect(members.flatMap((member) => member.cluster.held)).toEqual([]);
    await expect.poll(() => works.map(({ lease }) => lease), WITHIN).toEqual([null, null]);
    await heartbeatsUntil(members, () => members[0].logged.join('').includes('neither be acquired nor renewed'));
    let heartbeats = 0;
    await heartbeatsUntil(members, () => (heartbeats += 1) > 20);
    await setDatabaseAway(false);
    await expireAll();
    await heartbeatsUntil(members, () => works.every(({ lease }) => lease?.isFresh()));
    expect(works.map(({ lease }) => lease?.fence)).toEqual([2n, 2n]);
    expect(members[0].logged.filter((line) => line.includes('neither be acquired'))).toHaveLength(1);
    expect(members[0].logged.filter((line) => line.includes('can be acquired again'))).toHaveLength(1);
  });
});

/** Makes the database refuse new connections and ends the existing ones, or makes it accept connections again. */
async function setDatabaseAway(isAway: boolean): Promise<void> {
  const { database } = parseDatabaseUrl(test.appUrl);
  await withConnection(parseDatabaseUrl(inject('postgres').adminUrl), async (sql) => {
    await sql.unsafe(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS ${!isAway}`);
    if (isAway) await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ${database}`;
  });
}

describe('LeasedCluster with work that cannot be started', () => {
  it('retries after a pause, during which another process may acquire the lease', async () => {
    const [broken, sound] = [new RecordedWork(), new RecordedWork()];
    broken.onStart = () => Promise.reject(new Error('not here'));
    const [a, b] = [new ClusterMember(pool), new ClusterMember(pool)];
    await runSingleton(a, 'hard', broken);
    await expect.poll(() => broken.events, WITHIN).toEqual(['start', 'stop']);
    await manyHeartbeats([a]);
    expect(broken.events).toEqual(['start', 'stop']);
    await runSingleton(b, 'other', new RecordedWork());
    const run = b.cluster.runSingleton('hard', sound);
    await heartbeatsUntil([b], () => sound.lease !== null);
    await run.stop();
    broken.onStart = async () => undefined;
    a.suspend(2_000);
    await heartbeatsUntil([a], () => broken.lease !== null);
  });
});

describe('LeasedCluster with work that does not stop', () => {
  it('logs the failed stop, and leaves the lease to the next holder, with a higher fencing token', async () => {
    const [hung, next] = [new RecordedWork(), new RecordedWork()];
    const { member } = await holderOf(hung, 'hung');
    let end = (): void => undefined;
    hung.onStop = () => new Promise((resolve) => (end = resolve));
    const stopped = runs.pop()?.stop();
    expect(member.cluster.held).toEqual(['hung']);
    for (let heartbeat = 0; heartbeat < 10; heartbeat += 1) member.heartbeat();
    expect(member.logged.join('')).toContain('does not stop');
    expect(member.cluster.held).toEqual([]);
    await expireAll();
    const other = new ClusterMember(pool);
    await runSingleton(other, 'hung', next);
    await heartbeatsUntil([other], () => next.lease?.fence === 2n);
    end();
    await stopped;
    await test.db.transaction((tx) => other.cluster.fence(tx, next.lease ?? { name: 'hung', fence: 0n }));
  });
});

describe('LeasedCluster.runShards', () => {
  const shareOf = (shards: readonly RecordedShards[]) => shards.map(({ leases }) => leases.size);
  const isWhole = (shards: readonly RecordedShards[]) =>
    shards
      .flatMap(({ leases }) => [...leases.keys()])
      .toSorted()
      .join('') === SHARDS.join('');

  it('splits shards evenly, and gives a new process its share', async () => {
    const shards = Array.from({ length: 3 }, () => new RecordedShards());
    const members = shards.map(() => new ClusterMember(pool));
    for (const [index, member] of members.entries()) {
      await runShards(member, 'even', shards[index] ?? new RecordedShards());
      const here = shards.slice(0, index + 1);
      await heartbeatsUntil(
        members.slice(0, index + 1),
        () => isWhole(here) && Math.min(...shareOf(here)) >= 16 / (index + 1) - 1,
      );
    }
    expect(shareOf(shards).toSorted()).toEqual([5, 5, 6]);
  });

  it('moves no shard while no process joins or leaves', async () => {
    const shards = [new RecordedShards(), new RecordedShards(), new RecordedShards()] as const;
    const members = shards.map(() => new ClusterMember(pool));
    await Promise.all(members.map((member, index) => runShards(member, 'calm', shards[index] ?? shards[0])));
    await heartbeatsUntil(members, () => isWhole(shards) && shareOf(shards).toSorted().join() === '5,5,6');
    const before = shards.map(({ leases }) => [...leases.values()]);
    await manyHeartbeats(members);
    expect(shards.map(({ leases }) => [...leases.values()])).toEqual(before);
  });

  it('moves the shards of a process that leaves or crashes to the remaining processes', async () => {
    const shards = [new RecordedShards(), new RecordedShards(), new RecordedShards()] as const;
    const members = shards.map(() => new ClusterMember(pool)) as [ClusterMember, ClusterMember, ClusterMember];
    for (const [index, member] of members.entries()) await runShards(member, 'left', shards[index] ?? shards[0]);
    await heartbeatsUntil(members, () => isWhole(shards));
    await runs[1]?.stop();
    const [stays, , dies] = shards;
    await heartbeatsUntil([members[0], members[2]], () => isWhole([stays, dies]) && stays.leases.size === 8);
    const [kept, lost] = [stays, dies].map(({ leases }) => [...leases.values()].map(({ name }) => name));
    await expect
      .poll(async () => {
        await expireAllExcept(kept ?? [], lost ?? []);
        members[0].heartbeat();
        return stays.leases.size;
      }, WITHIN)
      .toBe(16);
    expect(isWhole([stays])).toBe(true);
  });
});
