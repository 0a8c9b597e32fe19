import type { Purse } from '@vigia/contract';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { tradesIn } from './purse.ts';
import { periodStartSql } from './risk/period-start.ts';

export type StatsRow = {
  readonly day_start: Date;
  readonly placed_today: number;
  readonly active: number;
  readonly at_stake_minor: number;
  readonly won_today: number;
  readonly lost_today: number;
  readonly tied_today: number;
  readonly profit_today_minor: number;
};

/** Parameters of the statistics. "Today" is the local day at `nowMs` in this time zone. */
export type StatsQuery = { readonly purse: Purse; readonly timeZone: string; readonly nowMs: number };

/**
 * Reads in one SQL statement, for one kind of money and currency: the trades placed and decided today, and the open
 * trades. Ranges have an upper end, so that the planner uses an index even if one user has
 * most of the trades.
 */
export async function readStatsRow(
  sql: Sql,
  userId: string,
  { purse, timeZone, nowMs }: StatsQuery,
): Promise<StatsRow> {
  const inPurse = tradesIn(sql, purse);
  const [row] = await sql<[StatsRow]>`
    WITH here AS MATERIALIZED (
      SELECT ${timeZone}::text AS zone,
             date_trunc('day', ${new Date(nowMs)}::timestamptz AT TIME ZONE ${timeZone}) AS day),
    period AS MATERIALIZED (SELECT ${periodStartSql(sql, sql`day`)} AS day_start FROM here)
    SELECT p.day_start, placed.*, open.*, ended.*
    FROM period p
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS placed_today FROM trades
      WHERE user_id = ${userId} AND ${inPurse}
        AND entry_time BETWEEN p.day_start AND 'infinity' AND execution <> 'rejected') placed
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS active, coalesce(sum(stake_minor), 0)::bigint AS at_stake_minor
      FROM trades WHERE user_id = ${userId} AND ${inPurse} AND status = 'active') open
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'won')::int AS won_today,
             count(*) FILTER (WHERE status = 'lost')::int AS lost_today,
             count(*) FILTER (WHERE status = 'expired')::int AS tied_today,
             coalesce(sum(profit_minor), 0)::bigint AS profit_today_minor
      FROM trades
      WHERE user_id = ${userId} AND ${inPurse} AND status <> 'active'
        AND settled_at BETWEEN p.day_start AND 'infinity') ended`;
  return row;
}

export type ProfitRow = { readonly settled_at: Date; readonly profit_minor: number };

/** Number of rows per batch. Batches limit memory, because a bot can place many trades a day. */
const ROWS_AT_ONCE = 2_000;

/**
 * Yields the profits, in minor units, of the trades decided since `since` in one kind of money and currency, in the
 * order of their decision.
 */
export const readProfits = (
  tx: Transaction,
  userId: string,
  purse: Purse,
  since: Date,
): AsyncIterable<readonly ProfitRow[]> =>
  tx.cursor(
    tx<ProfitRow[]>`
    SELECT settled_at, profit_minor FROM trades
    WHERE user_id = ${userId} AND ${tradesIn(tx, purse)} AND status <> 'active'
      AND settled_at BETWEEN ${since} AND 'infinity'
    ORDER BY settled_at, id`,
    ROWS_AT_ONCE,
  );
