import type { Sql } from '#platform/persistence/database.ts';
import type { StoredCell, StoredRequest } from './backtests.repository.ts';

/**
 * Returns the variants that a request tries: one entry, or one per cell of a grid. Equal entries are the same variant.
 */
function triedBy(dataKey: string, { rules, ranges, cells }: StoredRequest) {
  if (cells === undefined) return [{ key: dataKey, rules, ranges }];
  return cells.map((cell: StoredCell) => ({ key: cell.key, rules: cell.rules, ranges: null }));
}

/**
 * Counts the other variants that a user has tried on this data. A variant counts if the user has seen its result or
 * will see it. Repeated requests with the same rules count once, and deleted backtests count too.
 * Every cell of a grid is a variant. If one cell of a grid uses this data, all cells of that grid count, because the
 * user chooses the best of them.
 * @param request if it is a grid, the variants on the data of any of its cells count
 */
export async function countTried(sql: Sql, userId: string, dataKey: string, request: StoredRequest): Promise<number> {
  const own = triedBy(dataKey, request);
  const keys = [...new Set(own.map(({ key }) => key))];
  const [row] = await sql<{ tried: number | null }[]>`
    WITH seen AS (
      SELECT id, kind, data_key, request, variants FROM backtests
      WHERE user_id = ${userId} AND status IN ('queued', 'running', 'done')
    ), cells AS (
      SELECT seen.id, cell ->> 'key' AS key, cell -> 'rules' AS rules
      FROM seen, jsonb_array_elements(request -> 'cells') AS cell WHERE kind = 'grid'
    ), tried AS (
      SELECT data_key AS key, request -> 'rules' AS rules, coalesce(request -> 'ranges', 'null'::jsonb) AS ranges,
             variants
      FROM seen WHERE kind <> 'grid' AND data_key = ANY(${keys})
      UNION ALL
      SELECT key, rules, 'null'::jsonb, 1 FROM cells WHERE id IN (SELECT id FROM cells WHERE key = ANY(${keys}))
    )
    SELECT sum(variants)::float8 AS tried FROM (
      SELECT DISTINCT ON (key, rules, ranges) variants FROM tried WHERE NOT EXISTS (
        SELECT 1 FROM jsonb_array_elements(${JSON.stringify(own)}::text::jsonb) AS mine
        WHERE mine ->> 'key' = key AND mine -> 'rules' = rules AND mine -> 'ranges' = ranges)
    ) AS others`;
  return row?.tried ?? 0;
}
