import type { Sql } from '#platform/persistence/database.ts';
import type { DecidedTrade } from './decide-trade.ts';

/**
 * Moves trades out of `active`, all in one statement, and returns the ids it moved. A trade somebody else settled in
 * the meantime is left as it is and missing from the answer: that is what makes settling twice impossible.
 */
export async function markSettled(sql: Sql, trades: readonly DecidedTrade[], nowMs: number): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    UPDATE trades t SET status = d.status, profit_minor = d.profit_minor, settled_at = ${new Date(nowMs)}
    FROM unnest(${trades.map((trade) => trade.id)}::uuid[], ${trades.map((trade) => trade.status)}::text[],
                ${trades.map((trade) => trade.profitMinor)}::bigint[]) AS d(id, status, profit_minor)
    WHERE t.id = d.id AND t.status = 'active'
    RETURNING t.id`;
  return new Set(rows.map((row) => row.id));
}

/** Keeps the ticks each trade began and ended at, for good. */
export async function insertSettlementRecords(sql: Sql, trades: readonly DecidedTrade[], nowMs: number): Promise<void> {
  await sql`
    INSERT INTO settlement_records (trade_id, source, entry_price, entry_tick_ms, settle_price, settle_tick_ms, reason, settled_at)
    SELECT t.id, t.source, t.entry_price, t.entry_tick_ms, d.price, d.tick_ms, d.reason, ${new Date(nowMs)}
    FROM unnest(${trades.map((trade) => trade.id)}::uuid[], ${trades.map((trade) => trade.settlePrice)}::float8[],
                ${trades.map((trade) => trade.settleTickMs)}::bigint[], ${trades.map((trade) => trade.reason)}::text[])
         AS d(id, price, tick_ms, reason)
    JOIN trades t ON t.id = d.id`;
}

/** Appends the expiry and the settlement of each trade to its event log. */
export async function appendSettlementEvents(sql: Sql, trades: readonly DecidedTrade[], nowMs: number): Promise<void> {
  await sql`
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT d.id, last.seq + step.offset_, ${new Date(nowMs)}, step.kind, step.payload
    FROM unnest(${trades.map((trade) => trade.id)}::uuid[], ${trades.map((trade) => trade.status)}::text[],
                ${trades.map((trade) => trade.settlePrice)}::float8[], ${trades.map((trade) => trade.settleTickMs)}::bigint[])
         AS d(id, status, price, tick_ms)
    CROSS JOIN LATERAL (SELECT max(seq) AS seq FROM trade_events e WHERE e.trade_id = d.id) last
    CROSS JOIN LATERAL (VALUES
      (1, 'expire', '{}'::jsonb),
      (2, 'settle', jsonb_build_object('status', d.status, 'price', d.price, 'tick_ms', d.tick_ms))
    ) AS step(offset_, kind, payload)`;
}
