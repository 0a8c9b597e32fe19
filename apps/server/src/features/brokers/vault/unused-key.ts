import { destroyDataKey } from '#platform/crypto/data-keys.ts';
import type { Transaction } from '#platform/persistence/database.ts';

/** Wipes the user's key if it protects no login any more, so that no copy can be decrypted. */
export async function destroyUnusedKey(tx: Transaction, userId: string): Promise<void> {
  const left = await tx`
    SELECT 1 FROM broker_credentials WHERE user_id = ${userId}
    UNION ALL SELECT 1 FROM broker_saved_logins WHERE user_id = ${userId} LIMIT 1`;
  if (left.length === 0) await destroyDataKey(tx, userId);
}
