import type { EpochMs } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';

/** How many tokens of a person let a program place orders at `nowMs`: alive, not paused, with the scope for it. */
export async function runningBots(sql: Sql, userId: string, nowMs: EpochMs): Promise<number> {
  const [row] = await sql<[{ bots: number }]>`
    SELECT count(*)::int AS bots FROM bot_tokens
    WHERE user_id = ${userId} AND 'trade' = ANY(scopes) AND paused_at IS NULL AND expires_at > ${new Date(nowMs)}`;
  return row.bots;
}
