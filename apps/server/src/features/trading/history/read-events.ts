import type { TradeEventView } from '@vigia/contract';
import type { Currency } from '@vigia/core/money';
import type { TradingDeps } from '../deps.ts';
import { type EventRow, toEventView } from './event-view.ts';

/** Returns the events of a trade, in order; null if the user has no such trade. */
export async function readEvents(
  { db: { sql } }: Pick<TradingDeps, 'db'>,
  userId: string,
  tradeId: string,
): Promise<TradeEventView[] | null> {
  const [trade] = await sql<{ begun: Date; currency: Currency }[]>`
    SELECT least(t.created_at, t.entry_time) AS begun, a.currency
    FROM trades t JOIN accounts a ON a.id = t.account_id WHERE t.id = ${tradeId} AND t.user_id = ${userId}`;
  if (trade === undefined) return null;
  // The event table is partitioned by day. The condition on time skips the partitions before the trade.
  const rows = await sql<EventRow[]>`
    SELECT seq, at, kind, payload FROM trade_events WHERE trade_id = ${tradeId} AND at >= ${trade.begun} ORDER BY seq`;
  return rows.map((row) => toEventView(row, trade.currency));
}
