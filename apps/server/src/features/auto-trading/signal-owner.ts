import type { ShardOwner } from '#platform/cluster/owned-shards.ts';
import type { Transaction } from '#platform/persistence/database.ts';

/** Ownership of a user's signals: only one process decides them. */
export type SignalOwner = {
  ownerOf(userId: string): ShardOwner;
  /**
   * Checks the ownership as the first statement of a transaction that decides a signal.
   * @throws LeaseLostError if another process now owns the user's shard
   */
  fence(tx: Transaction, userId: string): Promise<void>;
};
