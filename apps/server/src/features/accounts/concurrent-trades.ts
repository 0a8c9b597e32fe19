import type { Sql } from '#platform/persistence/database.ts';

const RAISE_WAITS_MS = 24 * 60 * 60 * 1_000;

/** SQL: the limit of running trades a row of `users` has at `now`, with a raise that has waited long enough. */
export const concurrentTradesInForce = (sql: Sql, now: Date) =>
  sql`CASE WHEN raised_from <= ${now} THEN raised_concurrent_trades ELSE max_concurrent_trades END`;

/** What the person asked for last, also while a raise still waits. With `lock` it stays so until the transaction ends. */
export async function wantedConcurrentTrades(sql: Sql, userId: string, lock = false): Promise<number | undefined> {
  const [row] = await sql<{ wanted: number }[]>`
    SELECT coalesce(raised_concurrent_trades, max_concurrent_trades) AS wanted
    FROM users WHERE id = ${userId} ${lock ? sql`FOR UPDATE` : sql``}`;
  return row?.wanted;
}

/** A raise that does not count yet, and from when on it will; null = none waits. */
export async function waitingConcurrentTrades(
  sql: Sql,
  userId: string,
  now: Date,
): Promise<{ readonly value: number; readonly from: Date } | null> {
  const [row] = await sql<{ value: number; from: Date }[]>`
    SELECT raised_concurrent_trades AS value, raised_from AS "from" FROM users
    WHERE id = ${userId} AND raised_from > ${now}`;
  return row ?? null;
}

/**
 * SQL: assignments that lower the limit at once and drop a raise still waiting, or note a raise that counts after 24 h,
 * so that nobody loosens it in the heat of a losing streak.
 */
export function setConcurrentTrades(sql: Sql, limit: string | number | null, now: Date) {
  const inForce = concurrentTradesInForce(sql, now);
  const isRaise = sql`${limit}::integer > ${inForce}`;
  return sql`
    max_concurrent_trades = CASE WHEN ${isRaise} THEN ${inForce} ELSE ${limit}::integer END,
    raised_concurrent_trades = CASE WHEN ${isRaise} THEN ${limit}::integer END,
    raised_from = CASE WHEN ${isRaise} THEN ${new Date(now.getTime() + RAISE_WAITS_MS)}::timestamptz END`;
}
