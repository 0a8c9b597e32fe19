import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './connection.ts';
import type { Database, Sql, Transaction } from './database.ts';
import { openDatabase } from './postgres-database.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let test: TestDatabase;
/** A connection outside the pool, which the tests do not cut. */
let other: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  other = openDatabase(parseDatabaseUrl(test.appUrl), { poolSize: 1 });
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const backendOf = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return row?.pid ?? 0;
};
const end = (pid: number) => other.sql`SELECT pg_terminate_backend(${pid}, 2000)`;
const put = (sql: Sql, key: string) => sql`INSERT INTO installation (key, value) VALUES (${key}, '1')`;
const isThere = async (key: string): Promise<boolean> =>
  (await other.sql`SELECT 1 FROM installation WHERE key = ${key}`).length === 1;

/** Returns the error of a transaction whose connection `work` cuts. */
async function faultOf(work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
  return test.db.transaction(work).then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a transaction whose connection is cut', () => {
  it('rejects if a statement is waiting, and the pool continues to work', async () => {
    for (let round = 0; round < 20; round += 1) {
      const fault = await faultOf(async (tx) => {
        const pid = await backendOf(tx);
        await Promise.all([tx`SELECT pg_sleep(5)`, end(pid)]);
      });
      expect(fault).toBeInstanceOf(Error);
    }
    expect(await Promise.all(Array.from({ length: 30 }, () => test.db.transaction((tx) => tx`SELECT 1`)))).toHaveLength(
      30,
    );
  });

  it('rejects if it is idle, and its later writes have no effect', async () => {
    let later: unknown = null;
    let isLate: () => void = () => undefined;
    const wasLate = new Promise<void>((resolve) => {
      isLate = resolve;
    });
    const fault = await faultOf(async (tx) => {
      await put(tx, 'before');
      await end(await backendOf(tx));
      // The cut connection is closed by this time, and the pool has opened new ones.
      await Promise.allSettled(Array.from({ length: 30 }, () => test.db.sql`SELECT 1`));
      try {
        await put(tx, 'after');
      } catch (error) {
        later = error;
      }
      isLate();
    });
    await wasLate;
    expect(fault).toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(later).toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect([await isThere('before'), await isThere('after')]).toEqual([false, false]);
  });

  it('is restarted if its connection is cut before its first statement', async () => {
    const POOL = 8;
    for (let round = 0; round < 2; round += 1) {
      const cut = Array.from({ length: POOL }, () => test.db.transaction((tx) => tx`SELECT pg_sleep(5)`));
      const ended = Promise.allSettled(cut);
      for (let asleep = 0; asleep < POOL; )
        asleep = (
          await other.sql`
          SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND (SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event = 'PgSleep') = ${POOL}`
        ).length;
      await ended;
      const works = Array.from({ length: POOL }, (_, index) =>
        test.db.transaction((tx) => put(tx, `${round}-${index}`)),
      );
      const refused = (await Promise.allSettled(works)).filter(({ status }) => status === 'rejected');
      expect(refused).toEqual([]);
    }
  });

  it('has no effect on other transactions', async () => {
    const cut = faultOf(async (tx) => {
      await end(await backendOf(tx));
      await tx`SELECT 1`;
    });
    const kept = await other.transaction(async (tx) => {
      await put(tx, 'kept');
      return ['a', 'list'];
    });
    expect(await cut).toBeInstanceOf(Error);
    expect(kept).toEqual(['a', 'list']);
    expect(await isThere('kept')).toBe(true);
  });

  it('is distinguished from a transaction with a refused statement, which rejects with the SQL error', async () => {
    await expect(other.transaction((tx) => tx`SELECT 1 / 0`)).rejects.toMatchObject({ code: '22012' });
    await put(other.sql, 'twice');
    await expect(other.transaction((tx) => put(tx, 'twice'))).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a transaction that starts while other callers’ statements are in flight', () => {
  it('contains only its own statements, for any number of other statements', async () => {
    const db = openDatabase(parseDatabaseUrl(test.appUrl), { poolSize: 4 });
    const many = (count: number) => Array.from({ length: count }, () => db.sql`SELECT pg_sleep(0.001)`.execute());
    await Promise.all(many(2));
    // The driver pipelines a hundred statements. In the past it confused the owner of the connection when the pipeline
    // was full.
    const sent = many(200);
    const begun = Array.from({ length: 4 }, (_, index) => db.transaction((tx) => put(tx, `amid ${index}`)));
    expect(
      (await Promise.allSettled<unknown>([...sent, ...begun])).filter(({ status }) => status === 'rejected'),
    ).toEqual([]);
    expect(await other.sql`SELECT 1 FROM installation WHERE key LIKE 'amid %'`).toHaveLength(4);
    await db.close();
  });
});

describe('a failure of pipelined statements', () => {
  /** Sends two statements and handles only the error of the second, which is refused because the first one fails. */
  const noticeSecond = async (sql: Sql) => {
    const first = sql`SELECT 1 / 0`.then(
      () => null,
      () => null,
    );
    await Promise.all([first, sql`SELECT 1`]);
  };

  it('makes the transaction reject with the error of the first failed statement', async () => {
    const fault = await test.db.transaction(noticeSecond).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: '22012' });
  });

  it('makes a savepoint reject with the error of the first failed statement', async () => {
    const fault = await test.db.transaction((tx) => tx.savepoint(noticeSecond).catch((error: unknown) => error));
    expect(fault).toMatchObject({ code: '22012' });
  });
});
