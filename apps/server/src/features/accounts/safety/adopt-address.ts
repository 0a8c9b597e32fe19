import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { type ExclusionDeps, joinExclusions } from './exclusion.repository.ts';

/**
 * Gives the profile an address its owner has proved to read: it becomes verified, and a self-exclusion that an earlier
 * account with this address left behind counts again.
 * @param email lower-case
 */
export async function adoptAddress(
  tx: Transaction,
  deps: ExclusionDeps,
  userId: string,
  email: string,
  nowMs: EpochMs,
): Promise<void> {
  await tx`
    UPDATE users SET email = ${email}, is_verified = true, updated_at = ${new Date(nowMs)} WHERE id = ${userId}`;
  await joinExclusions(tx, deps, { userId, email, nowMs });
}
