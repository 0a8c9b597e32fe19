import { createHash } from 'node:crypto';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';

/**
 * Pattern of the tables that contain no user data: the tables of the market, and the counters of rate limits, which
 * change at every attempt.
 */
const NOT_OF_USERS = /^(?:throttle|ticks|candles_1m|installation|leases|pcr_(?:states|signals|signal_outcomes))/;

type Rows = { readonly table: string; readonly rows: readonly string[] };

/**
 * Returns every row of every table as text, with bytes in hexadecimal, like a copy of the database.
 * @param ownerUrl `ownerUrl` of the test database, because the app role may not read all tables
 */
export const readEveryRow = (ownerUrl: string, isWanted = (_table: string) => true): Promise<readonly Rows[]> =>
  withConnection(parseDatabaseUrl(ownerUrl), async (sql) => {
    const tables = await sql<{ name: string }[]>`
      SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`;
    const read: Rows[] = [];
    for (const { name } of tables.filter((table) => isWanted(table.name))) {
      const rows = await sql<{ row: string }[]>`SELECT row_to_json(t)::text AS row FROM ${sql(name)} t`;
      read.push({ table: name, rows: rows.map(({ row }) => row) });
    }
    return read;
  });

/** Returns a hash of all user data. Equal values before and after mean that no row has changed. */
export async function hashOfUserData(ownerUrl: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { table, rows } of await readEveryRow(ownerUrl, (name) => !NOT_OF_USERS.test(name))) {
    hash.update(JSON.stringify([table, rows.toSorted()]));
  }
  return hash.digest('hex');
}
