import type { TradeCounts, TradeFilter } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import type { TradingDeps } from '../deps.ts';
import { periodStartSql } from '../risk/period-start.ts';
import { endedTrades, hasResult, settledInPeriod } from './ended-trades.repository.ts';

/** Counts the trades that each frequent question about the history finds. */
export async function countTrades(
  { db: { sql }, clock }: Pick<TradingDeps, 'db' | 'clock'>,
  userId: string,
  filter: TradeFilter,
): Promise<TradeCounts> {
  const [counts] = await countsOf(sql, userId, filter, new Date(clock.now()));
  return counts;
}

/**
 * Returns the query of the counts, which runs when it is awaited. A count of a period ignores the period of the filter,
 * a count of a result ignores its result. The index of ended trades has every column that an unfiltered count needs.
 */
export function countsOf(sql: Sql, userId: string, { result, from, to, ...filter }: TradeFilter, now: Date) {
  const isInPeriod = sql`true ${settledInPeriod(sql, { from, to })}`;
  const isAsked = sql`true ${hasResult(sql, { result })}`;
  const isYesterday = sql`t.settled_at >= d.yesterday AND t.settled_at < d.today`;
  return sql<[TradeCounts]>`
    WITH days AS MATERIALIZED (${daysOf(sql, userId, now)})
    SELECT count(*) FILTER (WHERE ${isAsked} AND t.settled_at >= d.today)::int AS today,
           count(*) FILTER (WHERE ${isAsked} AND ${isYesterday})::int AS yesterday,
           count(*) FILTER (WHERE ${isAsked} AND t.settled_at >= d.week)::int AS week,
           count(*) FILTER (WHERE ${isInPeriod} AND t.status = 'won')::int AS won,
           count(*) FILTER (WHERE ${isInPeriod} AND t.status = 'lost')::int AS lost,
           count(*) FILTER (WHERE ${isYesterday} AND t.status = 'lost')::int AS lost_yesterday
    FROM days d CROSS JOIN trades t WHERE ${endedTrades(sql, userId, filter)}`;
}

/** Returns SQL for the starts of today, of yesterday, and of the six days before today, in the user's time zone. */
const daysOf = (sql: Sql, userId: string, now: Date) => sql`
  SELECT ${periodStartSql(sql, sql`day`)} AS today, ${periodStartSql(sql, sql`day - interval '1 day'`)} AS yesterday,
         ${periodStartSql(sql, sql`day - interval '6 days'`)} AS week
  FROM (SELECT time_zone AS zone, date_trunc('day', ${now}::timestamptz AT TIME ZONE time_zone) AS day
        FROM user_settings WHERE user_id = ${userId}) here`;
