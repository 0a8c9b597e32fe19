import type { UserProfile } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import { PAPER_BOOK } from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';
import { readLimits } from '../limits/stored-limits.ts';
import { assertValidUsername, type ProfileChanges } from './parse-changes.ts';
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
  'risk_level',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof UserRow)[];

/** Returns true if the id filter selects only the caller's own profile, or if there is no id filter (`ids` is null). */
export const selectsOwnProfile = (userId: string, ids: readonly string[] | null): boolean =>
  ids === null || ids.every((id) => id === userId);

/**
 * Returns the profiles among `ids` that the user may see: their own profile or none; `ids` null means no filter. The
 * SQL query itself contains this restriction, so no caller can omit it.
 */
export async function selectProfiles(
  sql: Sql,
  userId: string,
  ids: readonly string[] | null,
  nowMs: EpochMs,
): Promise<readonly UserProfile[]> {
  if (!selectsOwnProfile(userId, ids)) return [];
  const [row] = await sql<Omit<UserRow, 'max_concurrent_trades'>[]>`
    SELECT ${sql(COLUMNS)} FROM users WHERE id = ${userId}`;
  if (row === undefined) return [];
  const { maxConcurrentTrades } = await readLimits(sql, userId, PAPER_BOOK, nowMs);
  return [toProfile({ ...row, max_concurrent_trades: maxConcurrentTrades.value })];
}

/** Changes the caller's own profile. A raised limit becomes a pending change instead. Returns the row if it changed. */
export async function updateProfiles(
  sql: Sql,
  userId: string,
  changes: ProfileChanges,
  nowMs: EpochMs,
): Promise<readonly UserProfile[]> {
  if (Object.keys(changes).length === 0) return [];
  assertValidUsername(changes);
  const { max_concurrent_trades: _limit, ...others } = changes;
  await sql`UPDATE users SET ${sql({ ...others, updated_at: new Date(nowMs) })} WHERE id = ${userId}`;
  return selectProfiles(sql, userId, null, nowMs);
}
