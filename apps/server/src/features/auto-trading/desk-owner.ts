import type { Transaction } from '#platform/persistence/database.ts';

/** Whether a person's signals may be decided here: `unsure` of it at the moment, or `theirs` to decide by now. */
type Standing = 'ours' | 'unsure' | 'theirs';

export type DeskOwner = {
  standing(userId: string): Standing;
  /** First statement of a transaction that decides. @throws LostOwnership */
  fence(tx: Transaction, userId: string): Promise<void>;
};
