import { type Trade, type TradeEvent, type TradeTerms, transition } from '@vigia/core/trades';
import type { Direction } from '@vigia/core/vocabulary';
import type { ReadOnlySql } from './finding.ts';

/** The columns of a trade that the checks read. Times are in epoch milliseconds, amounts in cents. */
export type CheckedTradeRow = {
  readonly id: string;
  readonly user_id: string;
  readonly account_id: string;
  readonly symbol: string;
  readonly source: string;
  readonly direction: Direction;
  readonly stake: number;
  readonly payout_bp: number;
  /** Duration of a trade in seconds; null if the duration is in ticks. Only a broker decides such a trade. */
  readonly duration_s: number | null;
  /** Entry price; null for a trade at a broker that does not report it. */
  readonly entry_price: number | null;
  readonly entry_tick_ms: number | null;
  readonly entry_ms: number;
  readonly expiry_ms: number;
  readonly settled_ms: number | null;
  readonly status: string;
  readonly execution: string;
  readonly profit: number | null;
  readonly settle_price: number | null;
  readonly settle_tick_ms: number | null;
  readonly corrections: number;
};

export const readTrades = (sql: ReadOnlySql): Promise<CheckedTradeRow[]> => sql<CheckedTradeRow[]>`
  SELECT id, user_id, account_id, symbol, source, direction, stake_minor::float8 AS stake, payout_bp,
         coalesce(duration_s, 60 * duration_min) AS duration_s,
         entry_price, entry_tick_ms::float8 AS entry_tick_ms, round(extract(epoch
           FROM entry_time) * 1000)::float8 AS entry_ms,
         round(extract(epoch FROM expiry_time) * 1000)::float8 AS expiry_ms,
         round(extract(epoch FROM settled_at) * 1000)::float8 AS settled_ms, status, execution,
         profit_minor::float8 AS profit, settle_price, settle_tick_ms::float8 AS settle_tick_ms, corrections
  FROM trades ORDER BY entry_time, id`;

export type LoggedEvent = {
  readonly trade_id: string;
  readonly seq: number;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** Returns the events of each trade, in order. */
export async function readLogs(sql: ReadOnlySql): Promise<ReadonlyMap<string, readonly LoggedEvent[]>> {
  const rows = await sql<LoggedEvent[]>`SELECT trade_id, seq, kind, payload FROM trade_events ORDER BY trade_id, seq`;
  const logs = new Map<string, LoggedEvent[]>();
  for (const row of rows) logs.set(row.trade_id, [...(logs.get(row.trade_id) ?? []), row]);
  return logs;
}

/** Applies the events of a log in order; returns the trade, or a sentence if an event cannot be applied. */
export function applyLog(log: readonly LoggedEvent[]): Trade | string {
  const [intent, ...rest] = log;
  if (intent?.kind !== 'intent') return 'does not begin with its intent';
  const hole = log.findIndex((event, index) => event.seq !== index + 1);
  if (hole >= 0) return `has a hole before its event ${hole + 1}`;
  // The cast is safe, because the log was written with these types. If the log was altered, its events cannot be
  // applied, and the check reports this.
  let trade: Trade = { state: 'intent', terms: intent.payload['terms'] as TradeTerms };
  for (const { kind, payload } of rest) {
    const next = transition(trade, { type: kind, ...payload } as TradeEvent);
    if (!next.ok) return `has ${kind} in state ${trade.state}`;
    trade = next.value;
  }
  return trade;
}
