import type { TradeEvent, TradeTerms } from '@vigia/core/trades';
import type { Sql } from '#platform/persistence/database.ts';
import { currentTraceStep } from '#platform/tracing/trace-step.ts';
import type { TradeRow } from './trade-row.ts';

/** Returns SQL for every column of a {@link TradeRow} from a table with the alias `t`. */
export const tradeColumns = (sql: Sql) => sql`
  t.id, t.user_id, t.account_id, t.broker, t.account, t.currency, t.mode, t.origin, t.symbol, t.source, t.direction,
  t.stake_minor, t.payout_bp, t.duration_min, t.duration_s, t.duration_ticks, t.ticks_passed,
  t.entry_price, t.entry_tick_ms, t.entry_time, t.expiry_time,
  t.status, t.execution, t.profit_minor, t.settled_at, t.settle_price, t.settle_tick_ms, t.settle_reason,
  t.corrected_at`;

/** Returns the active trades of a user, in the order of their expiry. */
export const findActiveTrades = (sql: Sql, userId: string): Promise<TradeRow[]> => sql<TradeRow[]>`
  SELECT ${tradeColumns(sql)} FROM trades t
  WHERE t.user_id = ${userId} AND t.status = 'active' ORDER BY t.expiry_time, t.id`;

/** Returns trades of a user that were placed after a given trade, in the order of their placement. */
export const findPlaced = (
  sql: Sql,
  userId: string,
  after: { readonly at: Date; readonly id: string },
  limit: number,
): Promise<TradeRow[]> => sql<TradeRow[]>`
  SELECT ${tradeColumns(sql)} FROM trades t
  WHERE t.user_id = ${userId} AND (t.entry_time, t.id) > (${after.at}, ${after.id}::uuid)
  ORDER BY t.entry_time, t.id LIMIT ${limit}`;

/** Returns true while a trade with real money is open. */
export async function hasActiveRealTrade(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM trades WHERE user_id = ${userId} AND account = 'real' AND status = 'active' LIMIT 1`;
  return rows.length > 0;
}

/** Returns a trade of this user; null if the user has no such trade. */
export async function findTrade(sql: Sql, userId: string, id: string): Promise<TradeRow | null> {
  const rows = await sql<TradeRow[]>`
    SELECT ${tradeColumns(sql)} FROM trades t WHERE t.id = ${id} AND t.user_id = ${userId}`;
  return rows[0] ?? null;
}

/** Returns trades of any user by id. */
export const findTradesByIds = (sql: Sql, ids: readonly string[]): Promise<TradeRow[]> => sql<TradeRow[]>`
  SELECT ${tradeColumns(sql)} FROM trades t WHERE t.id = ANY(${[...ids]}::uuid[])`;

/** How the paper account fills an order that it accepted. */
type PaperTerms = {
  /** Whether it refuses the order when it is due. */
  readonly isFillRefused: boolean;
  /** Lowest payout, in basis points, at which it fills the order; null without a limit. */
  readonly leastPayoutBp: number | null;
};

/**
 * Writes a newly accepted trade. A signal has at most one trade: a second one violates a constraint and fails the
 * transaction.
 * @param state number of the trade's last event, and how the paper account fills the order
 */
export async function insertTrade(
  sql: Sql,
  row: TradeRow,
  { lastSeq, paper }: { readonly lastSeq: number; readonly paper: PaperTerms | null },
  automation: { readonly id: string; readonly signalId: string } | null,
): Promise<void> {
  await sql`
    INSERT INTO trades ${sql.row({
      id: row.id,
      user_id: row.user_id,
      account_id: row.account_id,
      broker: row.broker,
      account: row.account,
      currency: row.currency,
      mode: row.mode,
      origin: row.origin,
      symbol: row.symbol,
      source: row.source,
      direction: row.direction,
      stake_minor: row.stake_minor,
      payout_bp: row.payout_bp,
      duration_min: row.duration_min,
      duration_s: row.duration_s,
      duration_ticks: row.duration_ticks,
      entry_price: row.entry_price,
      entry_tick_ms: row.entry_tick_ms,
      entry_time: row.entry_time,
      expiry_time: row.expiry_time,
      status: row.status,
      execution: row.execution,
      created_at: row.entry_time,
      last_seq: lastSeq,
      is_fill_refused: paper?.isFillRefused ?? false,
      quoted_bp: paper && row.payout_bp,
      least_payout_bp: paper?.leastPayoutBp ?? null,
      automation_id: automation?.id ?? null,
      signal_id: automation?.signalId ?? null,
      traceparent: currentTraceStep()?.traceparent ?? null,
    })}`;
}

/** Writes the intent of a trade and its events so far, numbered from 1. */
export async function insertEvents(
  sql: Sql,
  tradeId: string,
  terms: TradeTerms,
  events: readonly TradeEvent[],
  nowMs: number,
): Promise<void> {
  const log = [
    { kind: 'intent', payload: { terms } },
    ...events.map(({ type, ...payload }) => ({ kind: type, payload })),
  ];
  const rows = log.map((entry, index) => ({ seq: index + 1, ...entry }));
  await sql`
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT ${tradeId}, e.seq, ${new Date(nowMs)}, e.kind, e.payload
    FROM jsonb_to_recordset(${sql.json(rows)}) AS e(seq integer, kind text, payload jsonb)`;
}
