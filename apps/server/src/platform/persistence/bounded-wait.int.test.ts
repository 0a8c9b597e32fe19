import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './connection.ts';
import { isConnectionFault, isTransientFault } from './connection-fault.ts';
import { DatabaseBusyError } from './connection-pool.ts';
import type { Database } from './database.ts';
import { openDatabase } from './postgres-database.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const POOL = 2;

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  db = openDatabase(parseDatabaseUrl(test.appUrl), {
    poolSize: POOL,
    connectionWaitMs: 1_000,
    idleInTransactionMs: 60_000,
  });
});
afterEach(() => db.close());

/** Takes every connection of the pool. @returns a function that releases them */
async function takeAll(): Promise<() => Promise<void>> {
  let giveBack = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    giveBack = resolve;
  });
  const begun: Promise<void>[] = [];
  const ended = Array.from({ length: POOL }, () => {
    let isBegun = (): void => undefined;
    begun.push(
      new Promise((resolve) => {
        isBegun = resolve;
      }),
    );
    return db.transaction(async (tx) => {
      await tx`SELECT 1`;
      isBegun();
      await until;
    });
  });
  await Promise.all(begun);
  return async () => {
    giveBack();
    await Promise.all(ended);
  };
}

describe('a pool whose connections are all in use', () => {
  it('refuses a transaction that waits too long, with a transient error', async () => {
    const giveBack = await takeAll();
    const [refused] = await Promise.allSettled([db.transaction((tx) => tx`SELECT 1`)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusyError) });
    expect(refused.status === 'rejected' && isTransientFault(refused.reason)).toBe(true);
    await giveBack();
    expect(await Promise.all(Array.from({ length: 20 }, () => db.transaction((tx) => tx`SELECT 1`)))).toHaveLength(20);
  });

  it('runs single statements, which use other connections', async () => {
    const giveBack = await takeAll();
    expect(await db.sql`SELECT 1 AS one`).toMatchObject([{ one: 1 }]);
    await giveBack();
  });

  it('refuses a statement that no connection can send in time', async () => {
    await db.sql`SELECT 1`;
    // The connections pipeline this many statements. Further ones wait in the pool.
    const sent = Promise.all([db.sql`SELECT pg_sleep(3)`, ...Array.from({ length: 99 }, () => db.sql`SELECT 1`)]);
    await expect(db.sql`SELECT 1`).rejects.toBeInstanceOf(DatabaseBusyError);
    expect(await sent).toHaveLength(100);
  });

  it('never runs the callback of a refused transaction', async () => {
    const giveBack = await takeAll();
    let works = 0;
    const work = () => db.transaction(async () => void (works += 1));
    await expect(work()).rejects.toBeInstanceOf(DatabaseBusyError);
    await giveBack();
    // This work waits behind the refused transaction, which has reached the database by this time.
    await work();
    await Promise.all(Array.from({ length: 10 }, work));
    expect(works).toBe(11);
  });

  it('executes a transaction after a short wait', async () => {
    const giveBack = await takeAll();
    const waiting = Promise.all([db.sql`SELECT 1`, db.transaction((tx) => tx`SELECT 1`)]);
    await giveBack();
    expect(await waiting).toHaveLength(2);
  });
});

describe('an idle transaction', () => {
  it('is ended by the database after a while, and its locks are released', async () => {
    const still = openDatabase(parseDatabaseUrl(test.appUrl), { poolSize: 1, idleInTransactionMs: 300 });
    await test.db.sql`INSERT INTO installation (key, value) VALUES ('still', '1')`;
    let end = (): void => undefined;
    const stands = new Promise<void>((resolve) => {
      end = resolve;
    });
    let hasLock = (): void => undefined;
    const locked = new Promise<void>((resolve) => {
      hasLock = resolve;
    });
    const lost = still
      .transaction(async (tx) => {
        await tx`SELECT 1 FROM installation WHERE key = 'still' FOR UPDATE`;
        hasLock();
        await stands;
      })
      .then(
        () => 'committed',
        (error: unknown) => (isTransientFault(error) ? 'lost' : error),
      );
    await locked;
    await test.db.sql`UPDATE installation SET value = '2' WHERE key = 'still'`;
    end();
    expect(await lost).toBe('lost');
    await still.close();
  });

  it('is reported as a lost connection if the database itself was suspended', async () => {
    const still = openDatabase(parseDatabaseUrl(test.appUrl), { poolSize: 1, idleInTransactionMs: 1_000 });
    const lost = still.transaction(async (tx) => {
      const [backend] = await tx<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
      process.kill(backend.pid, 'SIGSTOP');
      const asked = tx`SELECT 1`.execute();
      const isLate = () => test.db.sql`
        SELECT state_change < clock_timestamp() - interval '1500 ms' AS is_late
        FROM pg_stat_activity WHERE pid = ${backend.pid}`;
      await expect.poll(isLate, { timeout: 20_000 }).toEqual([{ is_late: true }]);
      process.kill(backend.pid, 'SIGCONT');
      await asked;
    });
    await expect(lost).rejects.toSatisfy(isConnectionFault);
    expect(await still.transaction((tx) => tx`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await still.close();
  });
});
