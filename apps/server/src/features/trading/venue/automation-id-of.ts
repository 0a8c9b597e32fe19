import type { Sql } from '#platform/persistence/database.ts';

/** Returns the id of the setup or strategy that placed a trade; null if a user or their bot placed it. */
export async function automationIdOf(sql: Sql, tradeId: string): Promise<string | null> {
  const [row] = await sql<{ automation_id: string | null }[]>`SELECT automation_id FROM trades WHERE id = ${tradeId}`;
  return row?.automation_id ?? null;
}
