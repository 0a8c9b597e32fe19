import type { PendingQuery, Row } from 'postgres';
import type { Sql } from '../persistence/database.ts';
import type { Shard } from './shard.ts';

/** SQL: whether a person is in one of these shards, as `shardOf` has it. @param userId SQL of type uuid */
export const inShards = (sql: Sql, userId: PendingQuery<Row[]>, shards: readonly Shard[]) =>
  sql`coalesce(right(${userId}::text, 1), '0') = ANY(${[...shards]}::text[])`;
