import { EXPORT_PAGE_ROWS, type ExportSection, type PageCursor, pagesByTime } from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { findChecks } from './settlement-checks/checks.repository.ts';
import { toCheckView } from './settlement-checks/read-checks.ts';
import { findPlaced } from './trade.repository.ts';
import { type TradeRow, toOption } from './trade-row.ts';

type EventRow = {
  readonly trade_id: string;
  readonly seq: number;
  readonly at: Date;
  readonly kind: string;
  readonly payload: unknown;
};

async function* tradePages(sql: Sql, userId: string) {
  const read = (after: PageCursor) => findPlaced(sql, userId, after, EXPORT_PAGE_ROWS);
  for await (const rows of pagesByTime(read, ({ entry_time: at, id }) => ({ at, id }))) {
    const [events, checks] = await Promise.all([readEvents(sql, rows), findChecks(sql, rows)]);
    const checkOf = new Map(checks.map((check) => [check.trade_id, toCheckView(check)]));
    yield rows.map((row) => ({
      ...toOption(row),
      events: events.get(row.id) ?? [],
      check: checkOf.get(row.id) ?? null,
    }));
  }
}

/** Returns the events of these trades, in order. */
async function readEvents(sql: Sql, trades: readonly TradeRow[]) {
  const ids = trades.map((trade) => trade.id);
  const since = trades[0]?.entry_time ?? new Date(0);
  const rows = await sql<EventRow[]>`
    SELECT trade_id, seq, at, kind, payload FROM trade_events
    WHERE trade_id = ANY(${ids}::uuid[]) AND at >= ${since} ORDER BY trade_id, seq`;
  const byTrade = new Map<string, EventRow[]>(ids.map((id) => [id, []]));
  for (const row of rows) byTrade.get(row.trade_id)?.push(row);
  return byTrade;
}

/** Export section with every trade, its events, how it was decided and the check of its settlement. */
export const TRADING_SECTIONS: readonly ExportSection[] = [{ name: 'trades', shape: 'many', pages: tradePages }];
