import type { PriceSource } from '@vigia/core/vocabulary';
import { inShards } from '#platform/ownership/in-shards.ts';
import type { Shard } from '#platform/ownership/shard.ts';
import type { Sql } from '#platform/persistence/database.ts';

/** Due trades that share their fate: one asset, one expiry, one price. */
export type DueGroup = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly expiry_time: Date;
  /** Placed on another recording that played under the same name: its prices are gone. */
  readonly is_of_earlier_run: boolean;
  readonly trades: number;
};

/** Which of the due trades a statement is about: those of users from an id on and before another, or some by their ids. */
export type Share =
  | { readonly kind: 'users'; readonly from: string; readonly before: string | null }
  | { readonly kind: 'trades'; readonly ids: readonly string[] };

/** The source that runs now, and from when on what it says is about this run of it. */
export type Run = { readonly source: PriceSource; readonly startsAtMs: number };

/** What is due at a moment, of the people in these shards; null: of everybody. */
export type Due = { readonly nowMs: number; readonly shards: readonly Shard[] | null };

const isOf = (sql: Sql, shards: Due['shards']) =>
  shards === null ? sql`` : sql`AND ${inShards(sql, sql`t.user_id`, shards)}`;

/** What a broker holds is settled by its own word, never by our prices. */
export const isDue = (sql: Sql, { nowMs, shards }: Due) => sql`
  t.status = 'active' AND t.broker = 'mock' AND t.execution = 'confirmed' AND t.expiry_time <= ${new Date(nowMs)}
  ${isOf(sql, shards)}`;

/** Whether a trade was placed on another recording under the same name. */
export const isOfEarlierRun = (sql: Sql, { source, startsAtMs }: Run) =>
  sql`coalesce(t.source = ${source} AND t.entry_tick_ms < ${startsAtMs}, false)`;

export function isIn(sql: Sql, share: Share) {
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
