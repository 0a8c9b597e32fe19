import type { Sql, SqlStatement } from '../persistence/database.ts';

/** A sixteenth of all users, identified by the last hexadecimal digit of their random ids: `0` … `f`. */
export type Shard = string & { readonly __shard: true };

export const SHARDS: readonly Shard[] = [...'0123456789abcdef'] as Shard[];

/**
 * Returns the shard of a user's work.
 * @param userId id of the user; null for built-in work without a user, which belongs to the first shard
 */
export const shardOf = (userId: string | null): Shard => (userId?.at(-1)?.toLowerCase() ?? '0') as Shard;

/**
 * Returns an SQL condition that a user belongs to one of these shards, by the rule of `shardOf`.
 * @param userId SQL of type uuid
 */
export const isInShardsSql = (sql: Sql, userId: SqlStatement, shards: readonly Shard[]) =>
  sql`coalesce(right(${userId}::text, 1), '0') = ANY(${[...shards]}::text[])`;
