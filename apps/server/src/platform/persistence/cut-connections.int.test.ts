import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './connection.ts';
import type { Database } from './database.ts';
import { openDatabase } from './postgres-database.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/** Number of connections for transactions. */
const POOL = 8;
const CONNECTIONS = 4;

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(parseDatabaseUrl(test.appUrl), { poolSize: POOL });
});
afterAll(async () => {
  await db.close();
  await test.close();
});

/** Cuts every connection while a statement runs on it. @returns the outcomes of these statements */
async function cutAll(): Promise<readonly PromiseSettledResult<unknown>[]> {
  const sleeping = Promise.allSettled(Array.from({ length: CONNECTIONS }, () => db.sql`SELECT pg_sleep(30)`));
  for (let cut = 0; cut < CONNECTIONS; )
    cut = (
      await test.db.sql`
        WITH asleep AS MATERIALIZED (
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep')
        SELECT pg_terminate_backend(pid, 2000) FROM asleep WHERE (SELECT count(*) FROM asleep) = ${CONNECTIONS}`
    ).length;
  return sleeping;
}

describe('a statement after every connection was cut', () => {
  it('succeeds although the connections of other statements were cut', async () => {
    for (let round = 0; round < 3; round += 1) {
      const cut = await cutAll();
      expect(cut.filter(({ status }) => status === 'fulfilled')).toEqual([]);
      const made = await Promise.allSettled(Array.from({ length: 3 * CONNECTIONS }, () => db.sql`SELECT 1`));
      expect(made.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
  });

  it('runs only once, even if it is moved to another connection several times', async () => {
    await cutAll();
    await Promise.all(
      Array.from(
        { length: CONNECTIONS },
        (_, index) => db.sql`
        INSERT INTO installation (key, value) VALUES (${`once-${index}`}, '1')`,
      ),
    );
    const written = await test.db.sql`SELECT 1 FROM installation WHERE key LIKE 'once-%'`;
    expect(written).toHaveLength(CONNECTIONS);
  });
});
