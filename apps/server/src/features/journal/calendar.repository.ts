import type { Currency } from '@vigia/core/money';
import type { AccountKind } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { periodStartSql } from '../trading/index.ts';

export type DayResultRow = {
  readonly day: string;
  readonly kind: AccountKind;
  readonly currency: Currency;
  readonly trades: number;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly voided: number;
  readonly profit_minor: number;
  readonly late_entries: number;
  readonly unknown_entries: number;
  readonly after_loss: number;
};

export type DayMarksRow = { readonly day: string; readonly limits_reached: number; readonly late_signals: number };

/**
 * Returns the SQL of a month in the time zone of its user, with its first and its next instant.
 * @param month such as `2026-11`
 */
const periodOf = (sql: Sql, userId: string, month: string) => sql`
  WITH here AS MATERIALIZED (
    SELECT time_zone AS zone, ${`${month}-01`}::timestamp AS month FROM user_settings WHERE user_id = ${userId}),
  period AS MATERIALIZED (
    SELECT zone, ${periodStartSql(sql, sql`month`)} AS starts, ${periodStartSql(sql, sql`month + interval '1 month'`)} AS ends
    FROM here)`;

export async function findTimeZone(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<[{ time_zone: string }]>`SELECT time_zone FROM user_settings WHERE user_id = ${userId}`;
  return row.time_zone;
}

/**
 * Returns the results of each day and purse of a month, by the day of the end. Each purse is read separately, because
 * the index of ended trades is sorted within a purse.
 */
export const findDayResults = (
  sql: Sql,
  userId: string,
  month: string,
  { lateAfterMs, afterLossMs }: { readonly lateAfterMs: number; readonly afterLossMs: number },
): Promise<DayResultRow[]> => sql<DayResultRow[]>`
  ${periodOf(sql, userId, month)}
  SELECT to_char(t.settled_at AT TIME ZONE p.zone, 'YYYY-MM-DD') AS day, purse.kind, purse.currency,
    count(*)::int AS trades,
    count(*) FILTER (WHERE t.status = 'won' OR (t.status = 'cancelled' AND t.profit_minor > 0))::int AS won,
    count(*) FILTER (WHERE t.status = 'lost' OR (t.status = 'cancelled' AND t.profit_minor < 0))::int AS lost,
    count(*) FILTER (WHERE t.status = 'expired')::int AS tied,
    count(*) FILTER (WHERE t.status = 'cancelled' AND t.profit_minor = 0)::int AS voided,
    sum(t.profit_minor)::bigint AS profit_minor,
    count(*) FILTER (WHERE t.entry_tick_ms > extract(epoch FROM t.entry_time) * 1000 + ${lateAfterMs}::int)::int
      AS late_entries,
    count(*) FILTER (WHERE t.entry_tick_ms IS NULL AND t.status <> 'cancelled')::int AS unknown_entries,
    count(*) FILTER (WHERE t.origin = 'manual' AND EXISTS (
      SELECT 1 FROM trades before
      WHERE before.user_id = ${userId} AND before.account = purse.kind AND before.currency = purse.currency
        AND before.status <> 'active' AND before.profit_minor < 0 AND before.settled_at <= t.entry_time
        AND before.settled_at >= t.entry_time - ${afterLossMs}::int * interval '1 millisecond'))::int AS after_loss
  FROM period p
  CROSS JOIN (SELECT DISTINCT kind, currency FROM accounts WHERE user_id = ${userId}) purse
  CROSS JOIN LATERAL (
    SELECT * FROM trades
    WHERE user_id = ${userId} AND account = purse.kind AND currency = purse.currency AND status <> 'active'
      AND settled_at >= p.starts AND settled_at < p.ends) t
  GROUP BY day, purse.kind, purse.currency ORDER BY day, purse.kind, purse.currency`;

/** Returns the reached limits and the late signals of each day of a month that has any. */
export const findDayMarks = (sql: Sql, userId: string, month: string): Promise<DayMarksRow[]> => sql<DayMarksRow[]>`
  ${periodOf(sql, userId, month)}
  SELECT to_char(e.at AT TIME ZONE p.zone, 'YYYY-MM-DD') AS day,
    count(*) FILTER (WHERE e.is_limit)::int AS limits_reached,
    count(*) FILTER (WHERE NOT e.is_limit)::int AS late_signals
  FROM period p CROSS JOIN LATERAL (
    SELECT created_at AS at, true AS is_limit FROM notifications
    WHERE user_id = ${userId} AND kind = 'limit_reached' AND created_at >= p.starts AND created_at < p.ends
    UNION ALL
    SELECT decided_at, false FROM automation_decisions
    WHERE user_id = ${userId} AND decision = 'late' AND decided_at >= p.starts AND decided_at < p.ends) e
  GROUP BY day ORDER BY day`;

/** Returns the time of the `count`-th newest notification of a user; null if there are fewer. */
export async function findNotificationTime(sql: Sql, userId: string, count: number): Promise<Date | null> {
  const rows = await sql<{ created_at: Date }[]>`
    SELECT created_at FROM notifications WHERE user_id = ${userId} ORDER BY id DESC OFFSET ${count - 1} LIMIT 1`;
  return rows[0]?.created_at ?? null;
}
