import type { Purse } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import { accountSql } from '../../accounts/index.ts';
import { dayStart, type UserDay } from '../pcr.repository.ts';

/** Counts of one setup's signals that its record lacks, and of one user's automatic trades on the setup's account. */
export type StatisticsRow = {
  readonly pending: number;
  readonly voided: number;
  readonly last_signal_ms: number | null;
  readonly losing_streak: number;
  readonly trades: number;
  readonly profit_today_minor: number;
};

export async function findStatistics(
  sql: Sql,
  userId: string,
  setupId: string,
  today: UserDay,
): Promise<StatisticsRow> {
  const [row] = await sql<[StatisticsRow]>`
    WITH signals AS MATERIALIZED (
      SELECT s.entry_time_ms, o.outcome
      FROM pcr_signals s LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id WHERE s.setup_id = ${setupId}),
    counted AS (
      SELECT count(*) FILTER (WHERE outcome IS NULL)::int AS pending,
             count(*) FILTER (WHERE outcome = 'void')::int AS voided, max(entry_time_ms) AS last_signal_ms
      FROM signals),
    -- Each win starts a new streak of losses. Ties and void signals neither count nor end a streak.
    losses AS (
      SELECT count(*) FILTER (WHERE outcome = 'lost')::int AS length
      FROM (SELECT outcome, count(*) FILTER (WHERE outcome = 'won') OVER (ORDER BY entry_time_ms) AS wins_before
            FROM signals WHERE outcome IN ('won', 'lost')) decided
      GROUP BY wins_before),
    traded AS (
      SELECT count(*)::int AS trades,
             coalesce(sum(profit_minor) FILTER (WHERE status <> 'active' AND settled_at >= ${dayStart(sql, today)}),
               0)::bigint
               AS profit_today_minor
      FROM pcr_setups p CROSS JOIN LATERAL ${accountSql(sql, userId)} used
      JOIN trades t ON t.automation_id = p.id AND t.broker = used.broker AND t.account = used.kind
                   AND t.currency = used.currency
      WHERE p.id = ${setupId} AND t.user_id = ${userId})
    SELECT counted.*, coalesce((SELECT max(length) FROM losses), 0) AS losing_streak, traded.* FROM counted, traded`;
  return row;
}

/**
 * Reads today's profit or loss in one kind of money and currency, in minor units. It covers the trades of all setups of
 * a user, also of archived ones.
 */
export async function findProfitToday(
  sql: Sql,
  userId: string,
  { kind, currency }: Purse,
  today: UserDay,
): Promise<number> {
  const [row] = await sql<[{ profit_minor: number }]>`
    SELECT coalesce(sum(profit_minor), 0)::bigint AS profit_minor FROM trades
    WHERE user_id = ${userId} AND account = ${kind} AND currency = ${currency} AND origin = 'pcr' AND status <> 'active'
      AND settled_at BETWEEN ${dayStart(sql, today)} AND 'infinity'`;
  return row.profit_minor;
}
