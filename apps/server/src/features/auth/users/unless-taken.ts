import type { Transaction } from '#platform/persistence/database.ts';
import { errorCode } from '#platform/startup-error.ts';

/** PostgreSQL's error code for a value that violates a unique constraint. */
const UNIQUE_VIOLATION = '23505';

/**
 * Runs a write that assigns an address to a user. Returns null if another user got the address since it was checked,
 * for example if two users confirm it at once. The write runs in a savepoint, so its rollback keeps earlier writes, in
 * particular the consumed token.
 */
export async function writeUnlessAddressTaken<Value>(
  tx: Transaction,
  give: (inner: Transaction) => Promise<Value>,
): Promise<Value | null> {
  try {
    return await tx.savepoint(give);
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) return null;
    throw error;
  }
}
