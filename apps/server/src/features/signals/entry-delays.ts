import type { Sql, SqlStatement } from '#platform/persistence/database.ts';

/** Number of the latest accepted orders of which the delay is measured. */
const ENTRIES = 100;

/** Measured delay of automatic orders, from the entry of the signal to the acceptance, in milliseconds. */
export type EntryDelayRow = {
  readonly entries: number;
  /** Null without an accepted order. */
  readonly entry_median_ms: number | null;
  readonly entry_p95_ms: number | null;
};

/**
 * Returns SQL that selects an {@link EntryDelayRow} of one setup or strategy over its latest accepted orders.
 * @param signals table of its signals
 * @param owner SQL of the id of the setup or strategy, and of the broker and the kind of the account on which it trades
 */
export const entryDelay = (
  sql: Sql,
  signals: 'pcr_signals' | 'strategy_signals',
  { id, broker, kind }: Readonly<Record<'id' | 'broker' | 'kind', SqlStatement>>,
): SqlStatement => sql`
  SELECT count(*)::int AS entries,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY delay_ms)::float8 AS entry_median_ms,
         percentile_disc(0.95) WITHIN GROUP (ORDER BY delay_ms)::float8 AS entry_p95_ms
  FROM (SELECT extract(epoch FROM t.entry_time) * 1000 - s.entry_time_ms AS delay_ms
        FROM automation_decisions d
        JOIN trades t ON t.id = d.trade_id AND t.execution = 'confirmed'
                     AND t.broker = ${broker} AND t.account = ${kind}
        JOIN ${sql(signals)} s ON s.id = d.signal_id
        WHERE d.automation_id = ${id} AND d.decision = 'traded'
        ORDER BY d.decided_at DESC LIMIT ${ENTRIES}) latest`;

/** Converts the row to the API view; null without an accepted order. */
export const toEntryDelayView = ({ entries: count, entry_median_ms: medianMs, entry_p95_ms: p95Ms }: EntryDelayRow) =>
  medianMs === null || p95Ms === null ? null : { count, median_ms: medianMs, p95_ms: p95Ms };
