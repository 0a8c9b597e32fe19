import type { TradingHealth } from '@vigia/contract';
import type { z } from 'zod';
import type { TradingDeps } from './deps.ts';
import { OVERDUE_MS } from './register-metrics.ts';

/**
 * Returns the number of open trades, the number of overdue paper trades, and the time since the expiry of the oldest
 * unsettled paper trade, even if that trade is not overdue yet. Brokers settle at their own pace, so their trades never
 * count as overdue.
 */
export async function readHealth({ db, clock }: TradingDeps): Promise<z.infer<typeof TradingHealth>> {
  const nowMs = clock.now();
  const [row] = await db.sql<[{ open: number; overdue: number; oldest: Date | null }]>`
    SELECT count(*)::int AS open,
           count(*) FILTER (WHERE broker = 'mock' AND expiry_time < ${new Date(nowMs - OVERDUE_MS)})::int AS overdue,
           min(expiry_time) FILTER (WHERE broker = 'mock' AND expiry_time < ${new Date(nowMs)}) AS oldest
    FROM trades WHERE status = 'active'`;
  return {
    status: row.overdue === 0 ? 'ok' : 'degraded',
    open_trades: row.open,
    overdue_trades: row.overdue,
    settlement_lag_ms: row.oldest === null ? null : nowMs - row.oldest.getTime(),
  };
}
