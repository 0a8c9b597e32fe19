import type { TradeFilter } from '@vigia/contract';
import type { TradeStatus } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { endedTrades } from '../history/ended-trades.repository.ts';

/**
 * Columns of an ended trade that the statistics need; hour (0–23) and weekday (1 = Monday) are those of its entry, in
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

/** Yields ended trades in batches, in the order they ended, from one database snapshot. */
export const performanceRows = (
  tx: Transaction,
  userId: string,
  filter: TradeFilter,
): AsyncIterable<readonly PerformanceRow[]> =>
  tx.cursor(
    tx<PerformanceRow[]>`
    SELECT t.symbol, t.status, t.stake_minor, t.profit_minor, t.payout_bp, t.settled_at,
           extract(hour FROM t.entry_time AT TIME ZONE s.time_zone)::int AS hour,
           extract(isodow FROM t.entry_time AT TIME ZONE s.time_zone)::int AS weekday
    FROM trades t JOIN user_settings s ON s.user_id = t.user_id
    WHERE ${endedTrades(tx, userId, filter)} ORDER BY t.settled_at, t.id`,
    ROWS_AT_ONCE,
  );
