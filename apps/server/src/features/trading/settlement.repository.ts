import type { Sql } from '#platform/persistence/database.ts';
import type { DecidedTrade } from './decide-trade.ts';

/**
 * Moves trades out of `active` with what decided them, all in one statement, and returns the ids it moved. A trade somebody else settled in
 * the meantime is left as it is and missing from the answer: that is what makes settling twice impossible.
 */
export async function markSettled(sql: Sql, trades: readonly DecidedTrade[], nowMs: number): Promise<Set<string>> {
  const ticks = trades.map((trade) => trade.settlement.settleTick);
  const rows = await sql<{ id: string }[]>`
    UPDATE trades t SET status = d.status, profit_minor = d.profit_minor, settled_at = ${new Date(nowMs)},
                        settle_price = d.price, settle_tick_ms = d.tick_ms, settle_reason = d.reason
    FROM unnest(${trades.map((trade) => trade.id)}::uuid[], ${trades.map((trade) => trade.status)}::text[],
                ${trades.map((trade) => trade.settlement.profitMinor)}::bigint[],
                ${ticks.map((tick) => tick?.price ?? null)}::float8[],
                ${ticks.map((tick) => tick?.timeMs ?? null)}::bigint[], ${trades.map((trade) => trade.reason)}::text[])
         AS d(id, status, profit_minor, price, tick_ms, reason)
    WHERE t.id = d.id AND t.status = 'active'
    RETURNING t.id`;
  return new Set(rows.map((row) => row.id));
}

/** Appends what ended each trade to its event log, after the last event it has. */
export async function appendEndings(sql: Sql, trades: readonly DecidedTrade[], nowMs: number): Promise<void> {
  const endings = trades.flatMap(({ id, events }) =>
    events.map(({ type, ...payload }, index) => ({ trade_id: id, step: index + 1, kind: type, payload })),
  );
  await sql`
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT e.trade_id, last.seq + e.step, ${new Date(nowMs)}, e.kind, e.payload
    FROM jsonb_to_recordset(${sql.json(endings)}) AS e(trade_id uuid, step integer, kind text, payload jsonb)
    JOIN trades t ON t.id = e.trade_id
    CROSS JOIN LATERAL (
      SELECT max(seq) AS seq FROM trade_events past WHERE past.trade_id = t.id AND past.at >= t.entry_time) last`;
}
