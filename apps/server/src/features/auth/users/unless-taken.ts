import type { Transaction } from '#platform/persistence/database.ts';
import { errorCode } from '#platform/startup-error.ts';

/** PostgreSQL's error code for a value that violates a unique constraint. */
const UNIQUE_VIOLATION = '23505';

/**
 * Gives a user an address; null if another user took it after the check, as when two users confirm it at once. A
 * rollback to the savepoint keeps the earlier writes, most of all the consumed proof.
 */
export async function unlessTaken<Value>(
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
