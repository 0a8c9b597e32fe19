import type { Sql } from './database.ts';

/** Returns the permanent id of this installation. The first call stores `candidate` as the id. */
export async function readInstallationId(sql: Sql, candidate: string): Promise<string> {
  await sql`INSERT INTO installation (key, value) VALUES ('id', to_jsonb(${candidate}::text)) ON CONFLICT DO NOTHING`;
  const rows = await sql<{ id: string }[]>`SELECT value #>> '{}' AS id FROM installation WHERE key = 'id'`;
  return rows[0]?.id ?? candidate;
}
