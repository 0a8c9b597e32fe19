import type { EpochMs } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';

/** Counts the tokens of a user that may place orders at `nowMs`: valid, not paused, with the required scope. */
export async function runningBots(sql: Sql, userId: string, nowMs: EpochMs): Promise<number> {
  const [row] = await sql<[{ bots: number }]>`
    SELECT count(*)::int AS bots FROM bot_tokens
    WHERE user_id = ${userId} AND 'trade' = ANY(scopes) AND paused_at IS NULL AND expires_at > ${new Date(nowMs)}`;
  return row.bots;
}
