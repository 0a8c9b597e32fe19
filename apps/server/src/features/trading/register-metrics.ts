import type { Clock } from '@vigia/core/kernel';
import type { Registry } from 'prom-client';
import { registerFigures } from '#platform/metrics/register-figures.ts';
import type { Database } from '#platform/persistence/database.ts';

/**
 * Time in milliseconds after its expiry from which an active trade counts as overdue. The specification promises 1 s.
 */
export const OVERDUE_MS = 5_000;

const FIGURES = {
  vigia_trades_open: 'Open trades',
  vigia_trades_overdue: 'Paper trades that are unsettled 5 s after their expiry',
  vigia_trades_overdue_seconds: 'Seconds since the expiry of the oldest unsettled paper trade; 0 if there is none',
  vigia_orders_unknown: 'Orders at brokers with an unknown outcome',
  vigia_orders_unknown_seconds: 'Seconds since the oldest order with an unknown outcome was sent; 0 if there is none',
};

type Row = Record<'open' | 'overdue' | 'overdue_ms' | 'unknown' | 'unknown_ms', number>;

/** Registers the metrics of all trades. The metrics read the database, so any process can report them. */
export function registerTradeMetrics(
  registry: Registry,
  { db, clock }: { readonly db: Pick<Database, 'sql'>; readonly clock: Pick<Clock, 'now'> },
): void {
  registerFigures(registry, FIGURES, async () => {
    const now = new Date(clock.now());
    const [row] = await db.sql<[Row]>`
      SELECT count(*)::int AS open,
             count(*) FILTER (WHERE broker = 'mock' AND expiry_time < ${new Date(clock.now() - OVERDUE_MS)})::int
               AS overdue,
             coalesce(extract(epoch FROM
                        ${now} - min(expiry_time) FILTER (WHERE broker = 'mock' AND expiry_time < ${now}))
                      * 1000, 0)::float8 AS overdue_ms,
             count(*) FILTER (WHERE execution = 'unknown')::int AS unknown,
             coalesce(extract(epoch FROM ${now} - min(sent_at) FILTER (WHERE execution = 'unknown')) * 1000, 0)::float8
               AS unknown_ms
      FROM trades WHERE status = 'active'`;
    return {
      vigia_trades_open: row.open,
      vigia_trades_overdue: row.overdue,
      vigia_trades_overdue_seconds: row.overdue_ms / 1_000,
      vigia_orders_unknown: row.unknown,
      vigia_orders_unknown_seconds: row.unknown_ms / 1_000,
    };
  });
}
