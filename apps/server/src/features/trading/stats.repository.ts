import type { Sql } from '#platform/persistence/database.ts';

export type DayRow = {
  readonly placed: number;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly profit_minor: number;
};

export type RecordRow = {
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly payout_bp: number | null;
};

/**
 * The moment the user's day (or week, from Monday) began, by their own time zone. Where the clock falls back over midnight
 * the day has two: the first one counts, so that a limit never starts anew in the middle of an hour.
 */
const periodStart = (sql: Sql, unit: 'day' | 'week', timeZone: string, nowMs: number) => {
  const midnight = sql`date_trunc(${unit}, ${new Date(nowMs)}::timestamptz AT TIME ZONE ${timeZone})`;
  const start = sql`${midnight} AT TIME ZONE ${timeZone}`;
  return sql`(CASE WHEN (${start} - interval '1 hour') AT TIME ZONE ${timeZone} = ${midnight}
                   THEN ${start} - interval '1 hour' ELSE ${start} END)`;
};

/** What the user placed and what was decided since their midnight. */
export async function readDay(sql: Sql, userId: string, timeZone: string, nowMs: number): Promise<DayRow> {
  const start = periodStart(sql, 'day', timeZone, nowMs);
  const [row] = await sql<[DayRow]>`
    SELECT count(*) FILTER (WHERE created_at >= ${start} AND execution <> 'rejected')::int AS placed,
           count(*) FILTER (WHERE settled_at >= ${start} AND status = 'won')::int AS won,
           count(*) FILTER (WHERE settled_at >= ${start} AND status = 'lost')::int AS lost,
           count(*) FILTER (WHERE settled_at >= ${start} AND status = 'expired')::int AS tied,
           coalesce(sum(profit_minor) FILTER (WHERE settled_at >= ${start}), 0)::bigint AS profit_minor
    FROM trades WHERE user_id = ${userId} AND (created_at >= ${start} OR settled_at >= ${start})`;
  return row;
}

/** Profit of the user's week so far, in cents. */
export async function readWeekProfit(sql: Sql, userId: string, timeZone: string, nowMs: number): Promise<number> {
  const [row] = await sql<[{ profit_minor: number }]>`
    SELECT coalesce(sum(profit_minor), 0)::bigint AS profit_minor FROM trades
    WHERE user_id = ${userId} AND settled_at >= ${periodStart(sql, 'week', timeZone, nowMs)}`;
  return row.profit_minor;
}

/** Profits decided today in the order they came, in cents. */
export async function readProfitsOfDay(sql: Sql, userId: string, timeZone: string, nowMs: number): Promise<number[]> {
  const rows = await sql<{ profit_minor: number }[]>`
    SELECT profit_minor FROM trades
    WHERE user_id = ${userId} AND settled_at >= ${periodStart(sql, 'day', timeZone, nowMs)}
    ORDER BY settled_at, id`;
  return rows.map((row) => row.profit_minor);
}

/** Outcomes since `sinceMs`, with the mean payout of the decided ones in basis points. */
export async function readRecord(sql: Sql, userId: string, sinceMs: number): Promise<RecordRow> {
  const [row] = await sql<[RecordRow]>`
    SELECT count(*) FILTER (WHERE status = 'won')::int AS won, count(*) FILTER (WHERE status = 'lost')::int AS lost,
           count(*) FILTER (WHERE status = 'expired')::int AS tied,
           avg(payout_bp) FILTER (WHERE status IN ('won', 'lost'))::float8 AS payout_bp
    FROM trades WHERE user_id = ${userId} AND settled_at >= ${new Date(sinceMs)}`;
  return row;
}

export type ActiveRow = { readonly active: number; readonly at_stake_minor: number };

/** How many trades run and what they hold. */
export async function readActive(sql: Sql, userId: string): Promise<ActiveRow> {
  const [row] = await sql<[ActiveRow]>`
    SELECT count(*)::int AS active, coalesce(sum(stake_minor), 0)::bigint AS at_stake_minor
    FROM trades WHERE user_id = ${userId} AND status = 'active'`;
  return row;
}

/** Everything ever won less everything ever lost, in cents. */
export async function readTotalProfit(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ profit_minor: number }]>`
    SELECT coalesce(sum(profit_minor), 0)::bigint AS profit_minor FROM trades WHERE user_id = ${userId}`;
  return row.profit_minor;
}

/** The current run of losses, newest first, and when the last of them was decided. */
export async function readLosingStreak(
  sql: Sql,
  userId: string,
): Promise<{ readonly losses: number; readonly last_at: Date | null }> {
  const [row] = await sql<[{ losses: number; last_at: Date | null }]>`
    WITH decided AS (
      SELECT settled_at, status, count(*) FILTER (WHERE status = 'won') OVER (ORDER BY settled_at DESC, id DESC) AS wins
      FROM trades WHERE user_id = ${userId} AND status IN ('won', 'lost')
      ORDER BY settled_at DESC, id DESC LIMIT 200)
    SELECT count(*)::int AS losses, max(settled_at) AS last_at FROM decided WHERE wins = 0`;
  return row;
}
