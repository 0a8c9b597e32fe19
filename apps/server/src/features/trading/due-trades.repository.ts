import type { PriceSource } from '@vigia/core/vocabulary';
import { isInShardsSql, type Shard } from '#platform/cluster/shards.ts';
import type { Sql } from '#platform/persistence/database.ts';

/** Due trades of one asset with one expiry. One price settles all of them. */
export type DueTradeGroup = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly expiry_time: Date;
  /** Whether the trades were placed during an earlier replay of the same recording, whose prices no longer exist. */
  readonly is_of_earlier_run: boolean;
  readonly trades: number;
};

/**
 * Part of the due trades: the trades of users in an id range (`from` inclusive, `before` exclusive), or trades by id.
 */
export type SettlementBatch =
  | { readonly kind: 'users'; readonly from: string; readonly before: string | null }
  | { readonly kind: 'trades'; readonly ids: readonly string[] };

/** The current price source, and the start of its current run. A run of a recording is one replay of it. */
export type SourceRun = { readonly source: PriceSource; readonly startsAtMs: number };

/** Selects trades that are due at `nowMs` and whose users are in these shards; null means the users of all shards. */
export type DueTradesFilter = { readonly nowMs: number; readonly shards: readonly Shard[] | null };

const isOf = (sql: Sql, shards: DueTradesFilter['shards']) =>
  shards === null ? sql`` : sql`AND ${isInShardsSql(sql, sql`t.user_id`, shards)}`;

/**
 * Returns an SQL condition: the trade is due. Trades at brokers are never due, because only the broker's result settles
 * them. Trades without an entry price are not open, so they are never due either.
 */
export const isDue = (sql: Sql, { nowMs, shards }: DueTradesFilter) => sql`
  t.status = 'active' AND t.broker = 'mock' AND t.execution = 'confirmed' AND t.expiry_time <= ${new Date(nowMs)}
  AND t.entry_price IS NOT NULL
  ${isOf(sql, shards)}`;

/** Returns an SQL condition: the trade was placed during an earlier replay of the same recording. */
export const isEarlierReplay = (sql: Sql, { source, startsAtMs }: SourceRun) =>
  sql`coalesce(t.source = ${source} AND t.entry_tick_ms < ${startsAtMs}, false)`;

/** Returns an SQL condition: the trade `t` is in this batch. */
export function isInBatch(sql: Sql, batch: SettlementBatch) {
  if (batch.kind === 'trades') return sql`t.id = ANY(${[...batch.ids]}::uuid[])`;
  const { from, before } = batch;
  return before === null
    ? sql`t.user_id >= ${from}::uuid`
    : sql`(t.user_id >= ${from}::uuid AND t.user_id < ${before}::uuid)`;
}

/**
 * Number of groups of one page. After a long downtime there can be one for each asset and second of it. Expiries that
 * are spread over a second fill 25,000 groups, and each page reads all due trades: pages of 2,000 took twice as long.
 */
export const DUE_GROUPS_MAX = 10_000;

/** Selects a page of due groups: without the trades in `except`, and behind the last group of the page before. */
export type DueGroupPage = { readonly except: readonly string[]; readonly after: DueTradeGroup | null };

/** Returns at most {@link DUE_GROUPS_MAX} groups of due trades, oldest expiry first. */
export const findDueGroups = (
  sql: Sql,
  due: DueTradesFilter,
  run: SourceRun,
  { except, after }: DueGroupPage,
): Promise<DueTradeGroup[]> =>
  sql<DueTradeGroup[]>`
    SELECT t.source, t.symbol, t.expiry_time, ${isEarlierReplay(sql, run)} AS is_of_earlier_run, count(*)::int AS trades
    FROM trades t WHERE ${isDue(sql, due)} AND t.id <> ALL(${[...except]}::uuid[]) ${isBehind(sql, run, after)}
    GROUP BY 1, 2, 3, 4 ORDER BY t.expiry_time, t.source, t.symbol, is_of_earlier_run LIMIT ${DUE_GROUPS_MAX}`;

const isBehind = (sql: Sql, run: SourceRun, after: DueTradeGroup | null) =>
  after === null
    ? sql``
    : sql`AND t.expiry_time >= ${after.expiry_time}
        AND (t.expiry_time, t.source, t.symbol, ${isEarlierReplay(sql, run)})
          > (${after.expiry_time}, ${after.source}, ${after.symbol}, ${after.is_of_earlier_run})`;

/** Returns trades of these shards that were settled since `sinceMs`, ordered by user. */
export const findSettledSince = (sql: Sql, shards: readonly Shard[], sinceMs: number) =>
  sql<{ id: string; userId: string }[]>`
    SELECT t.id, t.user_id AS "userId" FROM trades t
    WHERE t.settled_at >= ${new Date(sinceMs)} AND t.broker = 'mock' ${isOf(sql, shards)} ORDER BY t.user_id`;

/** Returns the ids of a batch's due trades. */
export async function findDueIds(sql: Sql, batch: SettlementBatch, due: DueTradesFilter): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT t.id FROM trades t WHERE ${isDue(sql, due)} AND ${isInBatch(sql, batch)}`;
  return rows.map((row) => row.id);
}
