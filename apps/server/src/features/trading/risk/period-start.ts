import type { PendingQuery, Row } from 'postgres';
import type { Sql } from '#platform/persistence/database.ts';

/**
 * SQL: the instant at which a local midnight (a timestamp) comes to the time zone in column `zone`. Where the clock falls
 * back over midnight there are two: the first one counts, so that a limit never starts anew in the middle of an hour.
 * Where it jumps over midnight, the day begins with the jump.
 */
export function periodStart(sql: Sql, midnight: PendingQuery<Row[]>) {
  const start = sql`(${midnight}) AT TIME ZONE zone`;
  return sql`CASE WHEN (${start} - interval '1 hour') AT TIME ZONE zone = (${midnight})
                  THEN ${start} - interval '1 hour' ELSE ${start} END`;
}
