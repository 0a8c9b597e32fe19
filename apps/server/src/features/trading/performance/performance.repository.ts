import type { TradeFilter } from '@vigia/contract';
import type { TradeStatus } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { endedTrades } from '../history/ended-trades.repository.ts';

/**
 * Columns of an ended trade that the statistics need. Hour (0–23) and weekday (1 = Monday) are those of the entry in
 * its owner's time zone.
 */
export type PerformanceRow = {
  readonly symbol: string;
  readonly status: Exclude<TradeStatus, 'active'>;
  readonly stake_minor: number;
  readonly profit_minor: number;
  readonly payout_bp: number | null;
  readonly settled_at: Date;
  readonly hour: number;
  readonly weekday: number;
};

const ROWS_AT_ONCE = 2_000;

/** Yields ended trades in batches, in the order of their end, from one database snapshot. */
export function performanceRows(
  tx: Transaction,
  userId: string,
  filter: TradeFilter,
): AsyncIterable<readonly PerformanceRow[]> {
  // PostgreSQL computes a one-row subselect once. A join would look the settings up for each trade, which takes half of
  // the query time.
  const zone = tx`(SELECT time_zone FROM user_settings WHERE user_id = ${userId})`;
  return tx.cursor(
    tx<PerformanceRow[]>`
    SELECT t.symbol, t.status, t.stake_minor, t.profit_minor, t.payout_bp, t.settled_at,
           extract(hour FROM t.entry_time AT TIME ZONE ${zone})::int AS hour,
           extract(isodow FROM t.entry_time AT TIME ZONE ${zone})::int AS weekday
    FROM trades t
    WHERE ${endedTrades(tx, userId, filter)} ORDER BY t.settled_at, t.id`,
    ROWS_AT_ONCE,
  );
}
