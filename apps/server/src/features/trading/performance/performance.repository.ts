import type { TradeFilter } from '@vigia/contract';
import type { TradeStatus } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { endedTrades } from '../history/ended-trades.repository.ts';

/** What of an ended trade counts; hour (0–23) and weekday (1 = Monday) are those of its entry, by its owner's clock. */
export type PerformanceRow = {
  readonly symbol: string;
  readonly status: Exclude<TradeStatus, 'active'>;
  readonly stake_minor: number;
  readonly profit_minor: number;
  readonly payout_bp: number;
  readonly settled_at: Date;
  readonly hour: number;
  readonly weekday: number;
};

const ROWS_AT_ONCE = 2_000;

/** Ended trades in the order they ended, all of one moment, a few at a time. */
export const performanceRows = (
  sql: Sql,
  userId: string,
  filter: TradeFilter,
): AsyncIterable<readonly PerformanceRow[]> =>
  sql<PerformanceRow[]>`
    SELECT t.symbol, t.status, t.stake_minor, t.profit_minor, t.payout_bp, t.settled_at,
           extract(hour FROM t.entry_time AT TIME ZONE s.time_zone)::int AS hour,
           extract(isodow FROM t.entry_time AT TIME ZONE s.time_zone)::int AS weekday
    FROM trades t JOIN user_settings s ON s.user_id = t.user_id
    WHERE ${endedTrades(sql, userId, filter)} ORDER BY t.settled_at, t.id`.cursor(ROWS_AT_ONCE);
