import type { TradeEvent } from '@vigia/core/trades';
import type { BrokerId } from '@vigia/core/vocabulary';
import { isInShardsSql, SHARDS, type Shard } from '#platform/cluster/shards.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { tradeColumns } from '../trade.repository.ts';
import type { TradeRow } from '../trade-row.ts';

/** A row of `trades` placed at a broker. */
export type BrokerRow = TradeRow & {
  readonly broker: BrokerId;
  /** Id of the account at the broker. */
  readonly broker_account: string;
  /** The broker's id of the option contract; null until it is known. */
  readonly broker_ref: string | null;
  readonly send_by: Date;
  /** Time at which the order was sent; null if it was never sent. */
  readonly sent_at: Date | null;
  /** Time at which the user asked to sell the option contract; null if no sale is pending. */
  readonly sale_asked_at: Date | null;
  /** The lowest price that the user accepts for the option contract, in minor units; null if no sale is pending. */
  readonly sale_min_minor: number | null;
  readonly last_seq: number;
  readonly traceparent: string | null;
};

const brokerColumns = (sql: Sql) =>
  sql`${tradeColumns(sql)}, t.broker_account, t.broker_ref, t.send_by, t.sent_at, t.sale_asked_at,
    t.sale_min_minor, t.last_seq, t.traceparent`;

/** Key of a login: a user at a broker. */
export type LoginKey = { readonly userId: string; readonly brokerId: BrokerId };

/**
 * Inserts the row of a trade at a broker, without its events.
 * @param automation the setup or strategy and its signal; null for an order of a user or their bot
 */
export async function insertBrokerTrade(
  tx: Transaction,
  row: BrokerRow,
  automation: { readonly id: string; readonly signalId: string } | null,
): Promise<void> {
  await tx`
    INSERT INTO trades ${tx.row({
      ...row,
      created_at: row.entry_time,
      automation_id: automation?.id ?? null,
      signal_id: automation?.signalId ?? null,
    })}`;
}

/** Locks the account and then its trade at a broker, as a settlement does. Returns null if there is no such trade. */
export async function lockBrokerTrade(tx: Transaction, tradeId: string): Promise<BrokerRow | null> {
  await tx`
    SELECT 1 FROM accounts WHERE id = (SELECT account_id FROM trades WHERE id = ${tradeId}) FOR NO KEY UPDATE`;
  const [row] = await tx<BrokerRow[]>`
    SELECT ${brokerColumns(tx)} FROM trades t WHERE t.id = ${tradeId} AND t.broker <> 'mock' FOR NO KEY UPDATE`;
  return row ?? null;
}

/** Updates the columns of a row that can change. */
export async function updateBrokerTrade(tx: Transaction, row: BrokerRow): Promise<void> {
  await tx`
    UPDATE trades
    SET status = ${row.status}, execution = ${row.execution}, sent_at = ${row.sent_at}, broker_ref = ${row.broker_ref},
        payout_bp = ${row.payout_bp}, entry_price = ${row.entry_price}, entry_tick_ms = ${row.entry_tick_ms},
        entry_time = ${row.entry_time}, expiry_time = ${row.expiry_time},
        profit_minor = ${row.profit_minor}, settled_at = ${row.settled_at},
        settle_price = ${row.settle_price}, settle_tick_ms = ${row.settle_tick_ms},
        settle_reason = ${row.settle_reason}, sale_asked_at = ${row.sale_asked_at},
        sale_min_minor = ${row.sale_min_minor}, last_seq = ${row.last_seq}, ticks_passed = ${row.ticks_passed}
    WHERE id = ${row.id}`;
}

/** Stores the number of passed ticks of a running option contract. */
export async function updateTicks(tx: Transaction, { id, ticks_passed: passed }: BrokerRow): Promise<void> {
  await tx`UPDATE trades SET ticks_passed = ${passed} WHERE id = ${id} AND status = 'active'`;
}

/** Appends events to a trade. Their numbers continue after the last event of the row. */
export async function appendEvents(
  tx: Transaction,
  { id, last_seq: lastSeq }: BrokerRow,
  events: readonly TradeEvent[],
  nowMs: number,
): Promise<void> {
  const rows = events.map(({ type, ...payload }, index) => ({ seq: lastSeq + 1 + index, kind: type, payload }));
  await tx`
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT ${id}, e.seq, ${new Date(nowMs)}, e.kind, e.payload
    FROM jsonb_to_recordset(${tx.json(rows)}) AS e(seq integer, kind text, payload jsonb)`;
}

/** Returns a trade at a broker without a lock; null if there is none. */
export async function findBrokerTrade(sql: Sql, tradeId: string): Promise<BrokerRow | null> {
  const [row] = await sql<BrokerRow[]>`
    SELECT ${brokerColumns(sql)} FROM trades t WHERE t.id = ${tradeId} AND t.broker <> 'mock'`;
  return row ?? null;
}

/** Returns the orders of a login with an unknown execution status, the oldest first. */
export const findUnresolved = (sql: Sql, { userId, brokerId }: LoginKey): Promise<BrokerRow[]> => sql<BrokerRow[]>`
  SELECT ${brokerColumns(sql)} FROM trades t
  WHERE t.user_id = ${userId} AND t.broker = ${brokerId} AND t.status = 'active' AND t.execution = 'unknown'
  ORDER BY t.sent_at, t.id`;

/** Returns the SQL condition that a trade belongs to a user of these shards; empty if these are all shards. */
const ofShards = (sql: Sql, shards: readonly Shard[]) =>
  shards.length === SHARDS.length ? sql`` : sql`AND ${isInShardsSql(sql, sql`user_id`, shards)}`;

/** Returns the orders with an unknown execution status that were sent before a time, with their login and account. */
export const findOrdersUnresolvedBefore = (
  sql: Sql,
  shards: readonly Shard[],
  before: Date,
): Promise<(LoginKey & { readonly id: string; readonly accountId: string })[]> => sql`
  SELECT id, user_id AS "userId", broker AS "brokerId", broker_account AS "accountId" FROM trades
  WHERE status = 'active' AND broker <> 'mock' AND execution = 'unknown' AND sent_at < ${before}
    ${ofShards(sql, shards)}`;

/** Returns every login that has an order with an unknown execution status. */
export const findUnresolvedLogins = (sql: Sql, shards: readonly Shard[]): Promise<LoginKey[]> => sql<LoginKey[]>`
  SELECT DISTINCT user_id AS "userId", broker AS "brokerId" FROM trades
  WHERE status = 'active' AND broker <> 'mock' AND execution = 'unknown' ${ofShards(sql, shards)}`;

/** Returns the orders to which the broker has not replied yet. */
export const findPending = (
  sql: Sql,
  shards: readonly Shard[],
): Promise<{ id: string; user_id: string; entry_time: Date }[]> => sql`
  SELECT id, user_id, entry_time FROM trades
  WHERE status = 'active' AND broker <> 'mock' AND execution = 'pending' ${ofShards(sql, shards)}`;

/**
 * Returns the option contracts of a login that are open, or that the broker may correct because they ended after
 * `endedSince`.
 */
export const findFollowedContracts = (
  sql: Sql,
  { userId, brokerId }: LoginKey,
  endedSince: Date,
): Promise<{ contractId: string; accountId: string; expiry_time: Date }[]> => sql`
  SELECT broker_ref AS "contractId", broker_account AS "accountId", expiry_time FROM trades
  WHERE user_id = ${userId} AND broker = ${brokerId} AND status = 'active' AND execution = 'confirmed'
  UNION ALL
  SELECT broker_ref, broker_account, expiry_time FROM trades
  WHERE user_id = ${userId} AND broker = ${brokerId} AND status <> 'active' AND execution = 'confirmed'
    AND settled_at BETWEEN ${endedSince} AND 'infinity'`;

/** Returns every login with an open option contract that expired before `beforeMs`. */
export const findOverdueLogins = (sql: Sql, shards: readonly Shard[], beforeMs: number): Promise<LoginKey[]> => sql<
  LoginKey[]
>`
  SELECT DISTINCT user_id AS "userId", broker AS "brokerId" FROM trades
  WHERE status = 'active' AND broker <> 'mock' AND execution = 'confirmed' AND expiry_time < ${new Date(beforeMs)}
    ${ofShards(sql, shards)}`;

/** Returns the option contracts that are already assigned to orders of this login placed since a time. */
export async function findClaimed(sql: Sql, { userId, brokerId }: LoginKey, since: Date): Promise<ReadonlySet<string>> {
  const rows = await sql<{ broker_ref: string }[]>`
    SELECT broker_ref FROM trades
    WHERE user_id = ${userId} AND broker = ${brokerId} AND entry_time >= ${since} AND broker_ref IS NOT NULL`;
  return new Set(rows.map((row) => row.broker_ref));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds the trade of an option contract by the broker's id of the contract, otherwise by the tag of the order. Returns
 * null if the contract belongs to no order of the server.
 */
export async function findByContract(
  sql: Sql,
  { userId, brokerId }: LoginKey,
  { contractId, orderId }: { readonly contractId: string; readonly orderId: string | null },
): Promise<string | null> {
  const [named] = await sql<{ id: string }[]>`
    SELECT t.id FROM accounts a JOIN trades t ON t.account_id = a.id AND t.broker_ref = ${contractId}
    WHERE a.user_id = ${userId} AND a.broker = ${brokerId}`;
  if (named || orderId === null || !UUID.test(orderId)) return named?.id ?? null;
  const [tagged] = await sql<{ id: string }[]>`
    SELECT id FROM trades WHERE id = ${orderId} AND user_id = ${userId} AND broker = ${brokerId}`;
  return tagged?.id ?? null;
}

/** Returns true while an order on that account has an unknown execution status. */
export async function hasUnknownOutcome(sql: Sql, accountId: string, userId: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM trades
    WHERE user_id = ${userId} AND account_id = ${accountId} AND status = 'active' AND execution = 'unknown' LIMIT 1`;
  return rows.length > 0;
}

/**
 * Returns true while the broker's reported balance may not include some of the server's trades on that account: an
 * order without a final reply, an expired option contract without a result, an option contract being sold, or a trade
 * that started or ended since `sinceMs`.
 */
export async function isInFlight(
  sql: Sql,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  { nowMs, sinceMs }: { readonly nowMs: number; readonly sinceMs: number },
): Promise<boolean> {
  const since = new Date(sinceMs);
  const rows = await sql`
    SELECT 1 FROM trades
    WHERE user_id = ${userId} AND account_id = ${accountId} AND status = 'active'
      AND (execution <> 'confirmed' OR expiry_time <= ${new Date(nowMs)} OR entry_time > ${since}
        OR sale_asked_at IS NOT NULL)
    UNION ALL
    SELECT 1 FROM trades
    WHERE user_id = ${userId} AND account_id = ${accountId} AND status <> 'active'
      AND (settled_at BETWEEN ${since} AND 'infinity' OR corrected_at > ${since})
    LIMIT 1`;
  return rows.length > 0;
}

/** Returns the trades with a pending sale. */
export const findPendingSales = (
  sql: Sql,
  shards: readonly Shard[],
): Promise<(LoginKey & { readonly id: string })[]> => sql`
  SELECT id, user_id AS "userId", broker AS "brokerId" FROM trades
  WHERE sale_asked_at IS NOT NULL ${ofShards(sql, shards)}`;

/** Returns the number of the event with which this idempotency key requested a sale; null if there is none. */
export async function findSaleRequestSeq(sql: Sql, tradeId: string, key: string): Promise<number | null> {
  const [row] = await sql<{ seq: number }[]>`
    SELECT seq FROM trade_events
    WHERE trade_id = ${tradeId} AND kind = 'ask_sale' AND payload ->> 'requestId' = ${key}`;
  return row?.seq ?? null;
}

/**
 * Returns why the sale requested by this event did not happen, and the lowest price that the user accepted, in minor
 * units. Returns null if the sale happened or is pending.
 */
export async function findDroppedSale(
  sql: Sql,
  tradeId: string,
  seq: number,
): Promise<{ readonly refusal: string; readonly minPriceMinor: number } | null> {
  const [asked, end] = await sql<{ kind: string; payload: { refusal?: string; minPriceMinor?: number } }[]>`
    SELECT kind, payload FROM trade_events
    WHERE trade_id = ${tradeId} AND (seq = ${seq} OR (seq > ${seq} AND kind IN ('ask_sale', 'drop_sale', 'sell')))
    ORDER BY seq LIMIT 2`;
  const { minPriceMinor } = asked?.payload ?? {};
  const refusal = end?.kind === 'drop_sale' ? end.payload.refusal : undefined;
  return refusal === undefined || minPriceMinor === undefined ? null : { refusal, minPriceMinor };
}
