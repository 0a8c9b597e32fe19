import type { EpochMs } from '@vigia/core/kernel';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { joinExclusions } from './exclusion.repository.ts';

/**
 * Gives the profile an address its owner has proved to read: it becomes verified, and a self-exclusion that an earlier
 * account with this address left behind counts again.
 * @param email lower-case
 */
export async function adoptAddress(
  tx: Transaction,
  keyedHash: KeyedHash,
  userId: string,
  email: string,
  nowMs: EpochMs,
): Promise<void> {
  await tx`
    UPDATE users SET email = ${email}, is_verified = true, updated_at = ${new Date(nowMs)} WHERE id = ${userId}`;
  await joinExclusions(tx, keyedHash, { userId, email, nowMs });
}
