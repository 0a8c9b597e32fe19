import type { FactSource } from '#platform/evidence-log/fact-source.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/**
 * Orders, ends and corrections of trades, for the evidence log. The fact of an order contains the columns that never
 * change. The fact of its end also contains those that are final by then. An order is therefore in the log before its
 * outcome exists.
 */
export const TRADE_FACTS: readonly FactSource[] = [
  {
    kind: 'trade',
    query: (sql) => sql`
      SELECT e.trade_id AS fact_id, e.seq AS step, t.user_id, e.at,
             jsonb_build_object('trade_id', e.trade_id, 'seq', e.seq, 'event', e.kind, 'payload', e.payload,
               'at_ms', (extract(epoch FROM e.at) * 1000)::bigint, 'terms', ${terms(sql)},
               'position', CASE WHEN e.kind <> 'intent' THEN ${position(sql)} END) AS fact
      FROM trade_events e JOIN trades t ON t.id = e.trade_id
      WHERE e.kind IN ('intent', 'settle', 'void', 'sell', 'cancel', 'refuse', 'give_up', 'correct')`,
  },
];

const terms = (sql: Sql) => sql`
  jsonb_build_object('account_id', t.account_id, 'account', t.account, 'currency', t.currency, 'broker', t.broker,
    'mode', t.mode, 'origin', t.origin, 'symbol', t.symbol, 'source', t.source, 'direction', t.direction,
    'stake_minor', t.stake_minor, 'duration_min', t.duration_min, 'duration_s', t.duration_s,
    'duration_ticks', t.duration_ticks, 'signal_id', t.signal_id, 'automation_id', t.automation_id,
    'created_ms', (extract(epoch FROM t.created_at) * 1000)::bigint)`;

const position = (sql: Sql) => sql`
  jsonb_build_object('payout_bp', t.payout_bp, 'entry_price', t.entry_price, 'entry_tick_ms', t.entry_tick_ms,
    'entry_ms', (extract(epoch FROM t.entry_time) * 1000)::bigint,
    'expiry_ms', (extract(epoch FROM t.expiry_time) * 1000)::bigint,
    'settle_price', t.settle_price, 'settle_tick_ms', t.settle_tick_ms)`;

const BATCH = 1_000;

/** A trade whose row contradicts its last event. */
export type DisagreeingTrade = { readonly id: string };

/** Returns the ended trades whose status or profit differs from their last end or correction. It reads all trades. */
export async function findDisagreeingTrades(tx: Transaction): Promise<DisagreeingTrade[]> {
  const found: DisagreeingTrade[] = [];
  for await (const batch of tx.cursor(disagreeing(tx), BATCH)) found.push(...batch);
  return found;
}

const disagreeing = (sql: Sql) => sql<DisagreeingTrade[]>`
  WITH ends AS (
    SELECT DISTINCT ON (trade_id) trade_id, kind, payload FROM trade_events
    WHERE kind IN ('settle', 'void', 'sell', 'cancel', 'refuse', 'give_up', 'correct') ORDER BY trade_id, seq DESC)
  SELECT t.id FROM trades t LEFT JOIN ends e ON e.trade_id = t.id
  WHERE (t.status <> 'active') <> (e.trade_id IS NOT NULL)
     OR (t.status <> 'active' AND (t.profit_minor, true) IS DISTINCT FROM (
          CASE WHEN e.kind IN ('settle', 'correct') THEN (e.payload #>> '{settlement,profitMinor}')::bigint
               WHEN e.kind = 'sell' THEN (e.payload ->> 'proceedsMinor')::bigint - t.stake_minor
               ELSE 0 END,
          CASE WHEN e.kind NOT IN ('settle', 'correct') THEN true
               ELSE t.status = CASE e.payload #>> '{settlement,outcome}' WHEN 'tie' THEN 'expired'
                                 WHEN 'void' THEN 'cancelled' ELSE e.payload #>> '{settlement,outcome}' END END))
  ORDER BY t.id`;
