import type { Direction } from '@vigia/core/vocabulary';
import { isInShardsSql, type Shard } from '#platform/cluster/shards.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { StatedRefusal } from './refusals.ts';

/** Refused messages that are kept per strategy. */
const REFUSED_KEPT = 200;

/** A message as it arrived. `candleTime` is in epoch seconds, the other times are epoch milliseconds. */
export type ArrivedMessage = {
  readonly id: string;
  readonly strategyId: string;
  readonly userId: string;
  readonly receivedMs: number;
  readonly statedMs: number | null;
  readonly senderId: string | null;
  readonly candleTime: number;
  readonly direction: Direction | null;
  /** Beginning of the message text. */
  readonly text: string;
  readonly textHash: Buffer;
};

export type MessageRow = {
  readonly id: string;
  readonly strategy_id: string;
  readonly user_id: string;
  readonly received_at: Date;
  readonly stated_at: Date | null;
  readonly sender_id: string | null;
  readonly candle_time: number;
  readonly direction: Direction | null;
  readonly text: string;
  readonly text_hash: Buffer;
  readonly state: 'received' | 'signal' | 'refused';
  readonly reason: string | null;
  readonly sentence: string | null;
};

function insert(sql: Sql, arrived: ArrivedMessage, refusal: StatedRefusal | null) {
  const { statedMs } = arrived;
  return sql`
    INSERT INTO external_messages (id, strategy_id, user_id, received_at, stated_at, sender_id, candle_time, direction,
                                   text, text_hash, state, reason, sentence)
    VALUES (${arrived.id}, ${arrived.strategyId}, ${arrived.userId}, ${new Date(arrived.receivedMs)},
            ${statedMs === null ? null : new Date(statedMs)}, ${arrived.senderId}, ${arrived.candleTime},
            ${arrived.direction}, ${arrived.text}, ${arrived.textHash}, ${refusal === null ? 'received' : 'refused'},
            ${refusal?.reason ?? null}, ${refusal?.sentence ?? null})
    ON CONFLICT DO NOTHING`;
}

/**
 * Stores a message that may become a signal.
 * @returns false if another message took its candle or has its id
 */
export async function insertReceivedMessage(sql: Sql, arrived: ArrivedMessage): Promise<boolean> {
  const { count } = await insert(sql, arrived, null);
  return count > 0;
}

/** Returns true if a message that counts has the same id of the sender, or the same text in the same candle. */
export async function isRepeatedMessage(
  sql: Sql,
  { strategyId, senderId, candleTime, textHash }: ArrivedMessage,
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM external_messages
    WHERE strategy_id = ${strategyId} AND state <> 'refused'
      AND (sender_id = ${senderId} OR candle_time = ${candleTime} AND text_hash = ${textHash}) LIMIT 1`;
  return rows.length > 0;
}

/**
 * Returns true if the same text arrived before with a valid signature, whatever became of it. A copy with a wrong
 * signature does not count: anyone can send it.
 */
export async function isRepeatedText(sql: Sql, { strategyId, textHash }: ArrivedMessage): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM external_messages
    WHERE strategy_id = ${strategyId} AND text_hash = ${textHash} AND reason IS DISTINCT FROM 'signature' LIMIT 1`;
  return rows.length > 0;
}

/** Stores a refused message, and removes the oldest ones beyond the number that is kept. */
export async function insertRefusedMessage(sql: Sql, arrived: ArrivedMessage, refusal: StatedRefusal): Promise<void> {
  await insert(sql, arrived, refusal);
  await sql`
    DELETE FROM external_messages WHERE strategy_id = ${arrived.strategyId} AND state = 'refused'
      AND received_at <= (SELECT received_at FROM external_messages WHERE strategy_id = ${arrived.strategyId}
                         ORDER BY received_at DESC, id OFFSET ${REFUSED_KEPT} LIMIT 1)`;
}

/** Refuses messages that were received before. A message that became a signal meanwhile stays one. */
export async function refuseMessages(sql: Sql, id: string, { reason, sentence }: StatedRefusal): Promise<void> {
  await sql`
    UPDATE external_messages SET state = 'refused', reason = ${reason}, sentence = ${sentence}
    WHERE id = ${id} AND state = 'received'`;
}

/** Marks those of the messages whose signal is stored. The signal names its message. */
export async function markMessagesWithSignal(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE external_messages m SET state = 'signal', signal_id = s.id
    FROM strategy_signals s
    WHERE m.id = ANY(${[...ids]}::uuid[]) AND m.state = 'received' AND s.strategy_id = m.strategy_id
      AND s.candle_time = m.candle_time AND s.body #>> '{message,id}' = m.id::text`;
}

/** Reads those of the messages that are neither a signal nor refused yet, oldest first. */
export const findWaitingMessages = (sql: Sql, ids: readonly string[]): Promise<MessageRow[]> => sql<MessageRow[]>`
  SELECT * FROM external_messages WHERE id = ANY(${[...ids]}::uuid[]) AND state = 'received' ORDER BY received_at, id`;

/** Reads the ids of messages of these shards that wait since a time, oldest first. */
export async function findOverdueMessages(sql: Sql, shards: readonly Shard[], beforeMs: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM external_messages
    WHERE state = 'received' AND received_at < ${new Date(beforeMs)} AND ${isInShardsSql(sql, sql`user_id`, shards)}
    ORDER BY received_at LIMIT 500`;
  return rows.map(({ id }) => id);
}

/** Reads the latest messages of a strategy, newest first. */
export const findLatestMessages = (
  sql: Sql,
  strategyId: string,
  { limit, only }: { readonly limit: number; readonly only: 'all' | 'refused' },
): Promise<MessageRow[]> => sql<MessageRow[]>`
  SELECT * FROM external_messages
  WHERE strategy_id = ${strategyId} ${only === 'refused' ? sql`AND state = 'refused'` : sql``}
  ORDER BY received_at DESC, id LIMIT ${limit}`;

/** Returns the open time of the candle of the last signal of a strategy, in epoch seconds; null before the first. */
export async function lastSignalCandle(sql: Sql, strategyId: string): Promise<number | null> {
  const [row] = await sql<{ candle_time: number | null }[]>`
    SELECT max(candle_time) AS candle_time FROM strategy_signals WHERE strategy_id = ${strategyId}`;
  return row?.candle_time ?? null;
}

/** Returns those of the messages whose candle has a stored signal of another message. */
export async function findMessagesOfTakenCandles(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT m.id FROM external_messages m JOIN strategy_signals s ON s.strategy_id = m.strategy_id
      AND s.candle_time = m.candle_time
    WHERE m.id = ANY(${[...ids]}::uuid[]) AND m.state = 'received' AND s.body #>> '{message,id}' IS DISTINCT FROM m.id::text`;
  return rows.map(({ id }) => id);
}
