import { randomBytes } from 'node:crypto';
import type { Sql, Transaction } from '../persistence/database.ts';
import { encryptUnderMasterKey } from './installation-keys.ts';
import type { KeyRing } from './key-ring.ts';
import { type Sealer, sealerWithKey } from './sealer.ts';

type Row = { readonly user_id: string; readonly key_id: string; readonly sealed_key: Buffer };

const aadOf = (userId: string): string => `user_data_keys:sealed_key:${userId}`;

/**
 * Calls `work` with a sealer under the data key of the user. The key is in memory only during the call. Returns null if
 * the user has no key.
 */
export async function withDataKey<Value>(
  sql: Sql,
  ring: KeyRing,
  userId: string,
  work: (sealer: Sealer) => Value,
): Promise<Value | null> {
  const [row] = await sql<Row[]>`SELECT user_id, key_id, sealed_key FROM user_data_keys WHERE user_id = ${userId}`;
  if (row === undefined) return null;
  const key = ring.unwrap({ keyId: row.key_id, sealed: row.sealed_key }, aadOf(userId));
  try {
    return work(sealerWithKey(key));
  } finally {
    key.fill(0);
  }
}

/** Creates the data key of the user if it does not exist. */
export async function ensureDataKey(tx: Transaction, ring: KeyRing, userId: string, now: Date): Promise<void> {
  const found = await tx`SELECT 1 FROM user_data_keys WHERE user_id = ${userId}`;
  if (found.length > 0) return;
  const key = randomBytes(32);
  const { keyId, sealed } = await encryptUnderMasterKey(tx, ring, key, aadOf(userId));
  key.fill(0);
  await tx`
    INSERT INTO user_data_keys (user_id, key_id, sealed_key, created_at) VALUES (${userId}, ${keyId}, ${sealed}, ${now})
    ON CONFLICT (user_id) DO NOTHING`;
}

/** Destroys the data key of the user, so that data encrypted under it can no longer be decrypted, even in backups. */
export async function destroyDataKey(tx: Transaction, userId: string): Promise<void> {
  await tx`UPDATE user_data_keys SET sealed_key = ${randomBytes(64)} WHERE user_id = ${userId}`;
  await tx`DELETE FROM user_data_keys WHERE user_id = ${userId}`;
}

/**
 * Re-encrypts up to `limit` user keys that were encrypted under another master key than `keyId`.
 * @returns the number of re-encrypted keys
 */
export async function reencryptKeyBatch(tx: Transaction, ring: KeyRing, keyId: string, limit: number): Promise<number> {
  const rows = await tx<Row[]>`
    SELECT user_id, key_id, sealed_key FROM user_data_keys WHERE key_id <> ${keyId}
    ORDER BY user_id LIMIT ${limit} FOR UPDATE`;
  for (const { user_id: userId, key_id, sealed_key } of rows) {
    const key = ring.unwrap({ keyId: key_id, sealed: sealed_key }, aadOf(userId));
    const { sealed } = ring.wrap(keyId, key, aadOf(userId));
    key.fill(0);
    await tx`UPDATE user_data_keys SET key_id = ${keyId}, sealed_key = ${sealed} WHERE user_id = ${userId}`;
  }
  return rows.length;
}
