import type { EpochMs } from '@vigia/core/kernel';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { leaveRealMoney } from './safety.repository.ts';

export type ExclusionDeps = { readonly keyedHash: KeyedHash };

/** The hash that a deleted account leaves behind. It recognises the address without storing it. */
const addressHash = (keyedHash: KeyedHash, email: string): Buffer =>
  keyedHash('self-excluded-address', email.toLowerCase());

/** Converts the time to text, because dates of the driver cannot be infinite. */
const toSql = (sql: Sql, untilMs: number) =>
  sql`${untilMs === Infinity ? 'infinity' : new Date(untilMs).toISOString()}::text::timestamptz`;

/**
 * Returns the end of a user's self-exclusion, Infinity if it is permanent; null if there never was one. `lock` locks
 * the row for a change.
 */
export async function excludedUntil(sql: Sql, userId: string, lock = false): Promise<number | null> {
  const [row] = await sql<{ until: Date | null; forever: boolean }[]>`
    SELECT nullif(self_excluded_until, 'infinity') AS until, self_excluded_until = 'infinity' AS forever
    FROM user_settings WHERE user_id = ${userId} ${lock ? sql`FOR UPDATE` : sql``}`;
  if (row?.forever === true) return Infinity;
  return row?.until?.getTime() ?? null;
}

/**
 * Excludes a user and their address from real money, so that deleting the account does not end the exclusion. An
 * exclusion can only become longer. A chosen real-money account changes to the paper account at once.
 * @param untilMs Infinity: permanent
 */
export async function exclude(
  tx: Transaction,
  { keyedHash }: ExclusionDeps,
  { userId, untilMs, nowMs }: { readonly userId: string; readonly untilMs: number; readonly nowMs: EpochMs },
): Promise<void> {
  const until = toSql(tx, untilMs);
  await tx`
    UPDATE user_settings
    SET self_excluded_until = greatest(self_excluded_until, ${until}), updated_at = ${new Date(nowMs)}
    WHERE user_id = ${userId}`;
  await leaveRealMoney(tx, userId);
  const [person] = await tx<{ email: string | null }[]>`SELECT email FROM users WHERE id = ${userId}`;
  if (!person?.email) return;
  await tx`
    INSERT INTO self_excluded_addresses (address_hash, excluded_until)
    VALUES (${addressHash(keyedHash, person.email)}, ${until})
    ON CONFLICT (address_hash) DO UPDATE
    SET excluded_until = greatest(self_excluded_addresses.excluded_until, excluded.excluded_until)`;
}

/**
 * Gives a user and the address of their profile the longer of their two self-exclusions: that of an earlier account
 * with this address, or the user's own when they change to a new address.
 */
export async function joinExclusions(
  tx: Transaction,
  deps: ExclusionDeps,
  { userId, email, nowMs }: { readonly userId: string; readonly email: string; readonly nowMs: EpochMs },
): Promise<void> {
  const [left] = await tx<{ until: Date | null }[]>`
    SELECT nullif(excluded_until, 'infinity') AS until FROM self_excluded_addresses
    WHERE address_hash = ${addressHash(deps.keyedHash, email)}`;
  const ofAddress = left ? (left.until?.getTime() ?? Infinity) : 0;
  const untilMs = Math.max(ofAddress, (await excludedUntil(tx, userId, true)) ?? 0);
  if (untilMs > nowMs) await exclude(tx, deps, { userId, untilMs, nowMs });
}
