import { SETTLE_TICK_MAX_AGE_MS } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import { inShards } from '#platform/ownership/in-shards.ts';
import type { Shard } from '#platform/ownership/shard.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { PricePoint } from '../market-data/index.ts';

const BASIS_POINTS = 10_000;

/** Due trades that share their fate: one asset, one expiry, one price. */
export type DueGroup = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly expiry_time: Date;
  /** Placed on another recording that played under the same name: its prices are gone. */
  readonly is_of_earlier_run: boolean;
  readonly trades: number;
};

/** A group with the last tick before its expiry, null if the market had none. */
export type PricedGroup = { readonly group: DueGroup; readonly tick: PricePoint | null };

/** Which of the due trades a statement is about: those of users from an id on and before another, or some by their ids. */
export type Share =
  | { readonly kind: 'users'; readonly from: string; readonly before: string | null }
  | { readonly kind: 'trades'; readonly ids: readonly string[] };

/** A trade that was settled now, and the index of its group. */
export type SettledTrade = {
  readonly id: string;
  readonly userId: string;
  readonly group: number;
  /** The trace it was placed in; null: none. */
  readonly traceparent: string | null;
};

/** The source that runs now, and from when on what it says is about this run of it. */
export type Run = { readonly source: PriceSource; readonly startsAtMs: number };

/** What is due at a moment, of the people in these shards; null: of everybody. */
export type Due = { readonly nowMs: number; readonly shards: readonly Shard[] | null };

const isOf = (sql: Sql, shards: Due['shards']) =>
  shards === null ? sql`` : sql`AND ${inShards(sql, sql`t.user_id`, shards)}`;

/** What a broker holds is settled by its own word, never by our prices. */
const isDue = (sql: Sql, { nowMs, shards }: Due) => sql`
  t.status = 'active' AND t.broker = 'mock' AND t.execution = 'confirmed' AND t.expiry_time <= ${new Date(nowMs)}
  ${isOf(sql, shards)}`;

const isOfEarlierRun = (sql: Sql, { source, startsAtMs }: Run) =>
  sql`coalesce(t.source = ${source} AND t.entry_tick_ms < ${startsAtMs}, false)`;

function isIn(sql: Sql, share: Share) {
  if (share.kind === 'trades') return sql`t.id = ANY(${[...share.ids]}::uuid[])`;
  const { from, before } = share;
  return before === null
    ? sql`t.user_id >= ${from}::uuid`
    : sql`(t.user_id >= ${from}::uuid AND t.user_id < ${before}::uuid)`;
}

/** What is due, the oldest expiry first; trades in `except` are left out. */
export const findDueGroups = (sql: Sql, due: Due, run: Run, except: readonly string[]): Promise<DueGroup[]> =>
  sql<DueGroup[]>`
    SELECT t.source, t.symbol, t.expiry_time, ${isOfEarlierRun(sql, run)} AS is_of_earlier_run, count(*)::int AS trades
    FROM trades t WHERE ${isDue(sql, due)} AND t.id <> ALL(${[...except]}::uuid[])
    GROUP BY 1, 2, 3, 4 ORDER BY t.expiry_time`;

/** Trades of these shards that were settled since a moment, those of one person side by side. */
export const findSettledSince = (sql: Sql, shards: readonly Shard[], sinceMs: number) =>
  sql<{ id: string; userId: string }[]>`
    SELECT t.id, t.user_id AS "userId" FROM trades t
    WHERE t.settled_at >= ${new Date(sinceMs)} AND t.broker = 'mock' ${isOf(sql, shards)} ORDER BY t.user_id`;

/** The ids of a share's due trades. */
export async function findDueIds(sql: Sql, share: Share, due: Due): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT t.id FROM trades t WHERE ${isDue(sql, due)} AND ${isIn(sql, share)}`;
  return rows.map((row) => row.id);
}

/**
 * Locks the accounts of a share's due trades, in the order of their ids: whoever else settles, and whoever removes an
 * account with its trades, waits here and never across.
 */
export async function lockAccounts(tx: Transaction, share: Share, due: Due): Promise<void> {
  await tx`
    SELECT count(*) FROM (
      SELECT 1 FROM accounts
      WHERE id IN (SELECT t.account_id FROM trades t WHERE ${isDue(tx, due)} AND ${isIn(tx, share)})
      ORDER BY id FOR NO KEY UPDATE) AS locked`;
}

/**
 * Makes the rest of the transaction join by hashing. Before the statistics know of a storm's trades they promise one row,
 * and a loop over thousands of groups for each of ten thousand trades never ends.
 */
export async function joinByHash(tx: Transaction): Promise<void> {
  await tx`SET LOCAL enable_nestloop = off`;
}

/**
 * Settles the due trades of a share that belong to one of the groups, in one statement: row, event and transfer of each.
 * Its CASE is the core's `settle` (settlement.ts) said in SQL; settlement.int.test.ts holds the two against each other. A
 * trade that somebody else settled in the meantime is left as it is and missing from the answer. The transfer takes the
 * trade's id: drawing a random one for each cost a seventh of a storm.
 */
export const settleShare = (
  tx: Transaction,
  share: Share,
  {
    groups,
    run,
    due,
    except,
  }: {
    readonly groups: readonly PricedGroup[];
    readonly run: Run;
    readonly due: Due;
    readonly except: readonly string[];
  },
): Promise<SettledTrade[]> => tx<SettledTrade[]>`
  WITH known AS MATERIALIZED (
    SELECT g.*, to_timestamp(g.tick_ms / 1000.0) AS tick_at,
           coalesce('{"timeMs": ' || g.tick_ms || ', "price": ' || g.price || '}', 'null') AS tick
    FROM unnest(${groups.map((_, index) => index)}::int[], ${groups.map(({ group }) => group.source)}::text[],
                ${groups.map(({ group }) => group.symbol)}::text[],
                ${groups.map(({ group }) => group.expiry_time.toISOString())}::timestamptz[],
                ${groups.map(({ group }) => Number(group.is_of_earlier_run))}::int[],
                ${groups.map(({ tick }) => tick?.price ?? null)}::float8[],
                ${groups.map(({ tick }) => tick?.timeMs ?? null)}::bigint[])
         AS g(index, source, symbol, expiry_time, is_of_earlier_run, price, tick_ms)),
  settled AS (
    UPDATE trades t
    SET settled_at = ${new Date(due.nowMs)}, settle_price = k.price, settle_tick_ms = k.tick_ms, last_seq = t.last_seq + 1,
        (status, profit_minor, settle_reason) = (
          SELECT CASE o.outcome WHEN 'tie' THEN 'expired' WHEN 'void' THEN 'cancelled' ELSE o.outcome END,
                 CASE o.outcome
                   WHEN 'won' THEN o.whole + CASE WHEN 2 * o.rest > ${BASIS_POINTS}
                                                    OR (2 * o.rest = ${BASIS_POINTS} AND o.whole % 2 = 1) THEN 1 ELSE 0 END
                   WHEN 'lost' THEN -t.stake_minor
                   ELSE 0 END,
                 CASE o.outcome WHEN 'void' THEN 'no_market' END
          FROM (SELECT t.stake_minor * t.payout_bp / ${BASIS_POINTS} AS whole,
                       t.stake_minor * t.payout_bp % ${BASIS_POINTS} AS rest,
                       CASE WHEN k.tick_at > t.entry_time
                              AND k.tick_at > t.expiry_time - ${`${SETTLE_TICK_MAX_AGE_MS} ms`}::interval
                            THEN CASE WHEN k.price = t.entry_price THEN 'tie'
                                      WHEN (k.price > t.entry_price) = (t.direction = 'CALL') THEN 'won'
                                      ELSE 'lost' END
                            ELSE 'void' END AS outcome) o)
    FROM known k
    WHERE k.source = t.source AND k.symbol = t.symbol AND k.expiry_time = t.expiry_time
      AND (k.is_of_earlier_run = 1) = ${isOfEarlierRun(tx, run)}
      AND ${isDue(tx, due)} AND ${isIn(tx, share)} AND t.id <> ALL(${[...except]}::uuid[])
    RETURNING t.id, t.user_id, t.account_id, t.stake_minor, t.profit_minor, t.last_seq, t.traceparent, k.index, k.tick,
              CASE t.status WHEN 'expired' THEN 'tie' WHEN 'cancelled' THEN 'void' ELSE t.status END AS outcome),
  logged AS (
    INSERT INTO trade_events (trade_id, seq, at, kind, payload)
    SELECT id, last_seq, ${new Date(due.nowMs)}, 'settle',
           ('{"settlement": {"outcome": "' || outcome || '", "settleTick": ' || tick || ', "payoutMinor": '
             || stake_minor + profit_minor || ', "profitMinor": ' || profit_minor || '}}')::jsonb
    FROM settled),
  booked AS (
    INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor,
                                  broker_pnl_minor, created_at)
    SELECT id, account_id,
           CASE outcome WHEN 'won' THEN 'settle_win' WHEN 'lost' THEN 'settle_loss' ELSE 'refund' END,
           'settlement', id, stake_minor + profit_minor, -stake_minor, -profit_minor, ${new Date(due.nowMs)}
    FROM settled)
  SELECT id, user_id AS "userId", index AS group, traceparent FROM settled ORDER BY user_id`;
