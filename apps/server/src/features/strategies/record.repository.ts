import type { Currency } from '@vigia/core/money';
import type { Sql } from '#platform/persistence/database.ts';
import { accountSql } from '../accounts/index.ts';
import { type EntryDelayRow, entryDelay } from '../signals/index.ts';

/** Numbers of a strategy's signals and automatic trades, and their money result. */
export type StrategyRecord = EntryDelayRow & {
  readonly strategy_id: string;
  readonly signals: number;
  readonly signals_today: number;
  readonly last_entry_ms: number | null;
  /** Currency of the account on which the strategy trades. The counted trades are those on this account. */
  readonly currency: Currency;
  readonly trades: number;
  /** Profit or loss in minor units; null if no trade has settled. */
  readonly profit_minor: number | null;
  readonly last_trade_at: Date | null;
  /**
   * Cumulative result in minor units after each of the last trades, in settlement order; null if no trade has settled.
   */
  readonly equity_minor: readonly number[] | null;
};

/** Largest number of points of the small result curve. */
const EQUITY_POINTS = 60;

/**
 * Reads the record of each of these strategies.
 * @param today the user's day, which starts at midnight in `timeZone`
 */
export const findTrackRecords = (
  sql: Sql,
  userId: string,
  strategyIds: readonly string[],
  today: { readonly timeZone: string; readonly nowMs: number },
): Promise<StrategyRecord[]> => sql<StrategyRecord[]>`
  WITH asked AS (
         SELECT p.id AS strategy_id, used.* FROM strategies p CROSS JOIN LATERAL ${accountSql(sql, userId)} used
         WHERE p.id = ANY(${[...strategyIds]}::uuid[])),
       day AS (SELECT extract(epoch FROM
                 date_trunc('day', ${new Date(today.nowMs)}::timestamptz, ${today.timeZone}::text)) * 1000 AS start_ms)
  SELECT asked.strategy_id, asked.currency, signalled.*, traded.*, delayed.*, curve.equity_minor FROM asked
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS signals,
           count(*) FILTER (WHERE s.entry_time_ms >= (SELECT start_ms FROM day))::int AS signals_today,
           max(s.entry_time_ms) AS last_entry_ms
    FROM strategy_signals s WHERE s.strategy_id = asked.strategy_id) signalled
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS trades, sum(profit_minor)::bigint AS profit_minor, max(entry_time) AS last_trade_at
    FROM trades WHERE automation_id = asked.strategy_id AND user_id = ${userId} AND broker = asked.broker
      AND account = asked.kind AND currency = asked.currency) traded
  CROSS JOIN LATERAL (${entryDelay(sql, 'strategy_signals', { id: sql`asked.strategy_id`, broker: sql`asked.broker`, kind: sql`asked.kind` })}) delayed
  CROSS JOIN LATERAL (
    SELECT array_agg(total::float8 ORDER BY settled_at, id) AS equity_minor FROM (
      SELECT settled_at, id, sum(profit_minor) OVER (ORDER BY settled_at, id) AS total
      FROM trades WHERE automation_id = asked.strategy_id AND user_id = ${userId} AND status <> 'active'
        AND broker = asked.broker AND account = asked.kind AND currency = asked.currency
      ORDER BY settled_at DESC, id DESC LIMIT ${EQUITY_POINTS}) last) curve`;
