import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readTables } from '../backup/schema-shape.ts';
import { parseDatabaseUrl, withConnection } from './connection.ts';
import type { Sql } from './database.ts';
import type { ConnectionOptions } from './driver-connection.ts';
import { migrate, readMigrations } from './migrate.ts';
import { prepareEmbeddedDatabase } from './roles.ts';
import { hasOldestPostgres, startOldestPostgres } from './testing-debian-postgres.ts';
import { OLD_ROWS_DAY, OLD_ROWS_SQL } from './testing-old-rows.ts';

/**
 * Returns everything that defines a schema: columns, indexes, constraints, triggers, functions and privileges. The
 * order of columns does not matter.
 */
async function shapeOf(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ part: string }[]>`
    SELECT 'table ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
           || coalesce(column_default, '') AS part FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'right ' || grantee || ' ' || table_name || ' ' || column_name || ' ' || privilege_type
      FROM information_schema.column_privileges WHERE table_schema = 'public' AND grantee = 'vigia_app'
    UNION ALL SELECT 'right ' || grantee || ' ' || table_name || ' ' || privilege_type
      FROM information_schema.table_privileges WHERE table_schema = 'public' AND grantee = 'vigia_app'
    ORDER BY part`;
  return rows.map(({ part }) => part);
}

/** Tables whose rows exist in every version. */
const KEPT = ['trades', 'trade_events', 'ledger_transfers', 'pcr_signals', 'candles_1m', 'ticks', 'auth_sessions'];

const steps = readMigrations();
const versions = steps.map(({ number }) => number);

/** Counts the rows of each table. The tests of each migration step check its effect on a row. */
async function countsOf(sql: Sql): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { name } of await readTables(sql)) {
    const [row] = await sql<[{ count: number }]>`SELECT count(*)::int AS count FROM ${sql(name)}`;
    counts[name] = row.count;
  }
  return counts;
}

function everyVersionOn(server: () => ConnectionOptions): void {
  async function emptyDatabase(): Promise<ConnectionOptions> {
    const { owner } = await prepareEmbeddedDatabase(server(), `old_${randomUUID().replaceAll('-', '')}`);
    return owner;
  }

  let fresh: readonly string[];
  beforeAll(async () => {
    const owner = await emptyDatabase();
    await migrate(owner, null);
    fresh = await withConnection(owner, async (sql) => {
      await sql`SELECT ensure_day_partitions(${OLD_ROWS_DAY}, ${OLD_ROWS_DAY})`;
      return shapeOf(sql);
    });
  });

  it.each(versions)(
    'migrates a database of step %i to the schema of a new database, and keeps its rows',
    async (version) => {
      const owner = await emptyDatabase();
      await migrate(
        owner,
        null,
        steps.filter(({ number }) => number <= version),
      );
      const before = await withConnection(owner, async (sql) => {
        for (const { since, until = Infinity, rows } of OLD_ROWS_SQL)
          if (since <= version && version <= until) await sql.unsafe(rows);
        return countsOf(sql);
      });
      await migrate(owner, null);
      await withConnection(owner, async (sql) => {
        expect(await shapeOf(sql)).toEqual(fresh);
        const after = await countsOf(sql);
        // Some tables may have more rows, because the step that adds versions of setups stores a first version of each
        // setup.
        const lost = Object.keys(before).filter(
          (table) => table in after && (after[table] ?? 0) < (before[table] ?? 0),
        );
        expect(lost).toEqual([]);
        for (const table of KEPT) expect([table, after[table]]).toEqual([table, 1]);
      });
    },
  );
}

describe('the migration on the bundled PostgreSQL', () => {
  everyVersionOn(() => parseDatabaseUrl(inject('postgres').adminUrl));
});

describe.skipIf(!hasOldestPostgres)('the migration on PostgreSQL 15', () => {
  let server: Awaited<ReturnType<typeof startOldestPostgres>>;
  beforeAll(async () => {
    server = await startOldestPostgres();
  });
  afterAll(() => server?.stop());
  everyVersionOn(() => server.admin);
});
