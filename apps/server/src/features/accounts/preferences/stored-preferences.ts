import type { Preferences, PreferencesChange } from '@vigia/contract';
import { invariant } from '@vigia/core/kernel';
import type { Columns, Sql } from '#platform/persistence/database.ts';

export async function readPreferences(sql: Sql, userId: string): Promise<Preferences> {
  const [row] = await sql<Preferences[]>`
    SELECT time_zone, default_symbol, default_timeframe, refresh_interval_s
    FROM user_settings WHERE user_id = ${userId}`;
  invariant(row !== undefined, `user ${userId} has settings`);
  return row;
}

/** Writes those that are named and no other, so that a change made side by side with this one is not undone. */
export async function writePreferences(sql: Sql, userId: string, change: PreferencesChange, now: Date): Promise<void> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const columns: Columns = { ...Object.fromEntries(named), updated_at: now };
  await sql`UPDATE user_settings SET ${sql(columns)} WHERE user_id = ${userId}`;
}
