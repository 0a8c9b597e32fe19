import type { TradeEvent } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { tradeColumns } from '../trade.repository.ts';
import type { TradeRow } from '../trade-row.ts';

/** A paper order that waits for its first tick. */
export type WaitingOrder = {
  readonly id: string;
  readonly source: PriceSource;
  readonly symbol: string;
  readonly entry_time: Date;
};

/** A paper order that waits for its first tick, as it is filled or refused. */
export type PendingRow = TradeRow & {
  readonly is_fill_refused: boolean;
  readonly least_payout_bp: number | null;
  readonly last_seq: number;
};

const isPending = (sql: Sql) => sql`t.status = 'active' AND t.broker = 'mock' AND t.execution = 'pending'`;

/** Returns all paper orders that wait for their first tick. */
export const findWaitingOrders = (sql: Sql): Promise<WaitingOrder[]> => sql<WaitingOrder[]>`
  SELECT t.id, t.source, t.symbol, t.entry_time FROM trades t WHERE ${isPending(sql)}`;

/** Locks and returns the orders with these ids that still wait for their first tick. */
export const lockPendingOrders = (tx: Transaction, ids: readonly string[]): Promise<PendingRow[]> => tx<PendingRow[]>`
  SELECT ${tradeColumns(tx)}, t.is_fill_refused, t.least_payout_bp, t.last_seq FROM trades t
  WHERE t.id = ANY(${[...ids]}::uuid[]) AND ${isPending(tx)} ORDER BY t.id FOR NO KEY UPDATE`;

/** Locks the account and then the order, as a settlement does. Returns null if the order does not wait any more. */
export async function lockPendingOrderWithAccount(tx: Transaction, id: string): Promise<PendingRow | null> {
  await tx`SELECT 1 FROM accounts WHERE id = (SELECT account_id FROM trades WHERE id = ${id}) FOR NO KEY UPDATE`;
  const [row] = await lockPendingOrders(tx, [id]);
  return row ?? null;
}

/** The price at which an order is filled, and the events of its trade. */
export type Fill = {
  readonly row: PendingRow;
  readonly price: number;
  readonly tickMs: number;
  /** Payout of the fill, in basis points. */
  readonly payoutBp: number | null;
  readonly events: readonly TradeEvent[];
};

/** Fills orders: writes their entry price, their payout and their events. The caller has locked the rows. */
export async function writeFills(tx: Transaction, fills: readonly Fill[], nowMs: number): Promise<void> {
  const rows = fills.map(({ row, price, tickMs, payoutBp, events }) => ({
    id: row.id,
    price,
    tick_ms: tickMs,
    payout_bp: payoutBp,
    last_seq: row.last_seq + events.length,
  }));
  await Promise.all([
    tx`
      UPDATE trades t
      SET execution = 'confirmed', entry_price = f.price, entry_tick_ms = f.tick_ms, payout_bp = f.payout_bp,
          last_seq = f.last_seq
      FROM jsonb_to_recordset(${tx.json(rows)})
        AS f(id uuid, price double precision, tick_ms bigint, payout_bp integer, last_seq integer)
      WHERE t.id = f.id AND ${isPending(tx)}`,
    appendEvents(
      tx,
      fills.flatMap(({ row, events }) => events.map((event, index) => ({ row, event, seq: row.last_seq + 1 + index }))),
      nowMs,
    ),
  ]);
}

/** Ends an order that was not filled. The caller has locked its account and its row, and releases the stake. */
export async function writeRefusal(
  tx: Transaction,
  row: PendingRow,
  event: Extract<TradeEvent, { readonly type: 'refuse' }>,
  nowMs: number,
): Promise<void> {
  const seq = row.last_seq + 1;
  await Promise.all([
    tx`
      UPDATE trades t
      SET status = 'cancelled', execution = 'rejected', profit_minor = 0, settled_at = ${new Date(nowMs)},
          settle_reason = ${event.refusal}, last_seq = ${seq}
      WHERE t.id = ${row.id} AND ${isPending(tx)}`,
    appendEvents(tx, [{ row, event, seq }], nowMs),
  ]);
}

type Numbered = { readonly row: PendingRow; readonly event: TradeEvent; readonly seq: number };

async function appendEvents(tx: Transaction, numbered: readonly Numbered[], nowMs: number): Promise<void> {
  const events = numbered.map(({ row, event: { type, ...payload }, seq }) => ({
    trade_id: row.id,
    seq,
    kind: type,
    payload,
  }));
  await tx`
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT e.trade_id, e.seq, ${new Date(nowMs)}, e.kind, e.payload
    FROM jsonb_to_recordset(${tx.json(events)}) AS e(trade_id uuid, seq integer, kind text, payload jsonb)`;
}
