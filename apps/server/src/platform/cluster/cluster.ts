import type { Transaction } from '../persistence/database.ts';
import type { Lease } from './lease-store.ts';
import type { Shard } from './shards.ts';

/** A lease this process acquired. Every write that belongs to it carries its fencing token. */
export type LeaseHandle = Lease & {
  /**
   * False once the last renewal is too long ago, by this process's monotonic clock, to exclude another holder. No
   * action begins then; actions already under way are stopped by the fencing token.
   */
  isFresh(): boolean;
};

/** Work that runs for as long as this process holds its lease. */
export type SingletonWork = {
  /**
   * Starts the work, beginning with anything the last holder left unfinished. A rejection is followed by `stop`, and
   * the lease is acquired again after a while.
   */
  start(lease: LeaseHandle): Promise<void>;
  /** Another process has the lease, or soon will. Resolves once nothing of the work is under way here. */
  stop(): Promise<void>;
};

/** The same for the sixteen shards of users, of which each process holds its fair share. */
export type ShardWork = { start(shard: Shard, lease: LeaseHandle): Promise<void>; stop(shard: Shard): Promise<void> };

export type ClusterRun = {
  /**
   * Resolves once every free lease was acquired and its work started, or failed to. A lone process holds all by then.
   */
  readonly started: Promise<void>;
  /** Stops the work, then frees its leases. */
  stop(): Promise<void>;
};

/** Runs work in exactly one of several processes. A holder that ends or is suspended is replaced within 5 s. */
export interface Cluster {
  runSingleton(name: string, work: SingletonWork): ClusterRun;
  /**
   * Runs each shard of a kind in one process, evenly among all processes that call this. Leases are named
   * `<kind>.<shard>`.
   */
  runShards(kind: string, work: ShardWork): ClusterRun;
  /**
   * Makes a transaction refuse its writes unless this process holds these leases. It must be the first statement; a new
   * holder waits for the end of the transaction.
   * @throws LeaseLost if one of them has another holder by now
   */
  fence(tx: Transaction, ...leases: readonly Lease[]): Promise<void>;
}

/** A write came too late: its lease has another holder. */
export class LeaseLost extends Error {
  readonly lease: string;

  constructor(lease: string, options?: ErrorOptions) {
    super(`the lease ${lease} has another holder by now`, options);
    this.name = 'LeaseLost';
    this.lease = lease;
  }
}
