import type { Sql, SqlStatement } from '#platform/persistence/database.ts';

/**
 * Returns SQL for the instant of a local midnight (a timestamp without time zone) in the time zone of the column
 * `zone`. If the clocks go back over midnight, two instants match; the first one counts, so a limit never resets twice
 * within an hour. If the clocks go forward over midnight, the day starts at the jump.
 */
export function periodStartSql(sql: Sql, midnight: SqlStatement) {
  const start = sql`(${midnight}) AT TIME ZONE zone`;
  return sql`CASE WHEN (${start} - interval '1 hour') AT TIME ZONE zone = (${midnight})
                  THEN ${start} - interval '1 hour' ELSE ${start} END`;
}
