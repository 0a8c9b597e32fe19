import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** Stores the hashes of a user's new codes and deletes all earlier codes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  for (const hash of hashes) {
    await tx`INSERT INTO auth_recovery_codes (user_id, code_hash, created_at) VALUES (${userId}, ${hash}, ${now})`;
  }
}

export async function deleteRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx`DELETE FROM auth_recovery_codes WHERE user_id = ${userId}`;
}

/** Counts the unused codes of a user. */
export async function countRecoveryCodes(sql: Sql, userId: string): Promise<number> {
  const rows = await sql`SELECT 1 FROM auth_recovery_codes WHERE user_id = ${userId} AND used_at IS NULL`;
  return rows.length;
}

/** Consumes a code; false if the user has no such code or has used it before. */
export async function consumeRecoveryCode(tx: Transaction, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE auth_recovery_codes SET used_at = ${now}
    WHERE user_id = ${userId} AND code_hash = ${hash} AND used_at IS NULL RETURNING 1`;
  return rows.length === 1;
}
