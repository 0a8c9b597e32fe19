import type { TradeEventView } from '@vigia/contract';
import type { TradingDeps } from '../deps.ts';
import { type EventRow, toEventView } from './event-view.ts';

/** Returns the events of a trade, in order; null if the trade is not this user's. */
export async function readEvents(
  { db: { sql } }: Pick<TradingDeps, 'db'>,
  userId: string,
  tradeId: string,
): Promise<TradeEventView[] | null> {
  const trades = await sql<{ begun: Date }[]>`
    SELECT least(created_at, entry_time) AS begun FROM trades WHERE id = ${tradeId} AND user_id = ${userId}`;
  const begun = trades[0]?.begun;
  if (begun === undefined) return null;
  // The event table is partitioned by day: the condition on time skips partitions before the trade.
  const rows = await sql<EventRow[]>`
    SELECT seq, at, kind, payload FROM trade_events WHERE trade_id = ${tradeId} AND at >= ${begun} ORDER BY seq`;
  return rows.map(toEventView);
}
