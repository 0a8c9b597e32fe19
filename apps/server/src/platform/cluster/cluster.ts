import type { Transaction } from '../persistence/database.ts';
import type { Lease } from './lease-store.ts';
import type { Shard } from './shards.ts';

/** A lease that this process acquired. Every write that belongs to it uses its fencing token. */
export type LeaseHandle = Lease & {
  /**
   * Returns false if the last renewal is so old by the monotonic clock that another process may hold the lease. No
   * action may start then. The fencing token stops actions in progress.
   */
  isFresh(): boolean;
};

/** Work that runs for as long as this process holds its lease. */
export type SingletonWork = {
  /**
   * Starts the work, beginning with the unfinished work of the last holder. If it rejects, `stop` is called and the
   * lease is acquired again later.
   */
  start(lease: LeaseHandle): Promise<void>;
  /**
   * Stops the work because another process has the lease or will have it soon. Resolves when none of the work is
   * running in this process.
   */
  stop(): Promise<void>;
};

/** Work that runs once per shard of users. Each process holds a fair share of the sixteen shards. */
export type ShardWork = { start(shard: Shard, lease: LeaseHandle): Promise<void>; stop(shard: Shard): Promise<void> };

export type ClusterRun = {
  /**
   * Resolves when every free lease is acquired and its work has started or failed to start. A single process then holds
   * all leases.
   */
  readonly started: Promise<void>;
  /** Stops the work and releases its leases afterwards. */
  stop(): Promise<void>;
};

/** Runs work in exactly one of several processes. A holder that ends or is suspended is replaced within 5 s. */
export interface Cluster {
  runSingleton(name: string, work: SingletonWork): ClusterRun;
  /**
   * Runs each shard of a kind in one process. The shards are split evenly among all processes that call this. Leases
   * are named `<kind>.<shard>`.
   */
  runShards(kind: string, work: ShardWork): ClusterRun;
  /**
   * Makes a transaction refuse its writes unless this process holds these leases. Call it before any other statement of
   * the transaction. A new holder waits for the end of the transaction.
   * @throws LeaseLostError if one of the leases now has another holder
   */
  fence(tx: Transaction, ...leases: readonly Lease[]): Promise<void>;
}

/** Error of a write whose lease now has another holder. */
export class LeaseLostError extends Error {
  readonly lease: string;

  constructor(lease: string, options?: ErrorOptions) {
    super(`the lease ${lease} has another holder by now`, options);
    this.name = 'LeaseLostError';
    this.lease = lease;
  }
}
