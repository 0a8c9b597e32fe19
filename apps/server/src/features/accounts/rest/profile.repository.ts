import type { UserProfile } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import { concurrentTradesInForce, setConcurrentTrades } from '../concurrent-trades.ts';
import { type ProfileChanges, refuseUsername } from './parse-changes.ts';
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

const columns = (sql: Sql, now: Date) =>
  sql`${sql(COLUMNS)}, ${concurrentTradesInForce(sql, now)} AS max_concurrent_trades`;

/**
 * The profiles `userId` may see among `ids` (null: no filter): his own, or none. The owner is part of the query itself, so that no
 * caller can forget it.
 */
export async function selectProfiles(
  sql: Sql,
  userId: string,
  ids: readonly string[] | null,
  now: Date,
): Promise<readonly UserProfile[]> {
  if (ids?.some((id) => id !== userId)) return [];
  const rows = await sql<UserRow[]>`
    SELECT ${columns(sql, now)} FROM users WHERE id = ${userId}`;
  return rows.map(toProfile);
}

/**
 * Changes the caller's own profile if the filter names it, and returns the rows that changed. A raised limit of running
 * trades is only noted: it counts later.
 */
export async function updateProfiles(
  sql: Sql,
  userId: string,
  ids: readonly string[] | null,
  changes: ProfileChanges,
  now: Date,
): Promise<readonly UserProfile[]> {
  if (ids?.some((id) => id !== userId) || Object.keys(changes).length === 0) return [];
  refuseUsername(changes);
  const { max_concurrent_trades: limit, ...others } = changes;
  const limitChange = limit === undefined ? sql`` : sql`${setConcurrentTrades(sql, limit, now)},`;
  const rows = await sql<UserRow[]>`
    UPDATE users SET ${limitChange} ${sql({ ...others, updated_at: now })}
    WHERE id = ${userId} RETURNING ${columns(sql, now)}`;
  return rows.map(toProfile);
}
