import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

describe('the two database roles', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('allow the app role to read the migrated schema, with bigint columns as numbers', async () => {
    await test.db.sql`INSERT INTO candles_1m VALUES ('simulated', 'EURUSD', 1700000040, 1.1, 1.2, 1.0, 1.15)`;
    const rows = await test.db.sql<{ time: number }[]>`SELECT time FROM candles_1m`;
    expect(rows[0]?.time).toBe(1_700_000_040);
  });

  it.each([
    ['CREATE TABLE pwned (id int)', '42501'],
    ['ALTER TABLE trades ADD COLUMN extra int', '42501'],
    ["UPDATE trade_events SET kind = 'x'", '42501'],
    ['DELETE FROM trade_events', '42501'],
    ['UPDATE ledger_transfers SET user_cash_minor = 1', '42501'],
    ['UPDATE accounts SET cash_minor = 1', '42501'],
    ['DELETE FROM ledger_transfers', '42501'],
    ['DROP TABLE ticks', '42501'],
    ['TRUNCATE trades', '42501'],
    ['CREATE ROLE another', '42501'],
  ])('refuse the app role %s', async (statement, code) => {
    await expect(test.db.sql.unsafe(statement)).rejects.toMatchObject({ code });
  });

  it('allow the app role to create day partitions with the function of the owner', async () => {
    await test.db.sql`SELECT ensure_day_partitions('2026-01-01', '2026-01-02')`;
    await test.db
      .sql`INSERT INTO ticks (source, symbol, time_ms, price) VALUES ('simulated', 'EURUSD', ${Date.UTC(2026, 0, 1)}, 1.1)`;
    await expect(
      test.db
        .sql`INSERT INTO ticks (source, symbol, time_ms, price) VALUES ('simulated', 'EURUSD', ${Date.UTC(2026, 0, 3)}, 1.1)`,
    ).rejects.toMatchObject({ code: '23514' });
  });

  it('allow the owner to change the schema', async () => {
    await withConnection(parseDatabaseUrl(test.ownerUrl), (sql) => sql`CREATE TABLE allowed (id int)`);
    expect(await test.db.sql`SELECT to_regclass('allowed')::text AS name`).toEqual([{ name: 'allowed' }]);
  });

  it('belong to a separate database in each test file', async () => {
    const other = await createTestDatabase();
    expect(await other.db.sql`SELECT 1 FROM candles_1m`).toHaveLength(0);
    await other.close();
  });
});
