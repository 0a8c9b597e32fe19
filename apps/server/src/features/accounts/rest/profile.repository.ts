import type { UserProfile } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import type { ProfileChanges } from './parse-changes.ts';
import { toProfile, type UserRow } from './profile.ts';

const COLUMNS = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'phone',
  'is_active',
  'is_verified',
  'is_admin',
  'is_premium',
  'default_trade_amount_minor',
  'max_concurrent_trades',
  'risk_level',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof UserRow)[];

/**
 * The profiles `userId` may see among `ids` (null: no filter): his own, or none. The owner is part of the query itself, so that no
 * caller can forget it.
 */
export async function selectProfiles(
  sql: Sql,
  userId: string,
  ids: readonly string[] | null,
): Promise<readonly UserProfile[]> {
  if (ids?.some((id) => id !== userId)) return [];
  const rows = await sql<UserRow[]>`
    SELECT ${sql(COLUMNS)} FROM users WHERE id = ${userId}`;
  return rows.map(toProfile);
}

/** Changes the caller's own profile if the filter names it, and returns the rows that changed. */
export async function updateProfiles(
  sql: Sql,
  userId: string,
  ids: readonly string[] | null,
  changes: ProfileChanges,
  now: Date,
): Promise<readonly UserProfile[]> {
  if (ids?.some((id) => id !== userId) || Object.keys(changes).length === 0) return [];
  const rows = await sql<UserRow[]>`
    UPDATE users SET ${sql(changes)}, updated_at = ${now} WHERE id = ${userId} RETURNING ${sql(COLUMNS)}`;
  return rows.map(toProfile);
}
