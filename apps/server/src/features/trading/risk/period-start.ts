import type { Sql, Statement } from '#platform/persistence/database.ts';

/**
 * Returns SQL for the instant of a local midnight (a timestamp) in the time zone in column `zone`. If the clock falls
 * back over midnight, there are two such instants. The first one counts, so that a limit never resets twice within an
 * hour. If the clock jumps over midnight, the day starts at the jump.
 */
export function periodStart(sql: Sql, midnight: Statement) {
  const start = sql`(${midnight}) AT TIME ZONE zone`;
  return sql`CASE WHEN (${start} - interval '1 hour') AT TIME ZONE zone = (${midnight})
                  THEN ${start} - interval '1 hour' ELSE ${start} END`;
}
