import type { Database, Transaction } from '../persistence/database.ts';
import { type Cluster, type ClusterRun, type LeaseHandle, LeaseLostError } from './cluster.ts';
import { type Shard, shardOf } from './shards.ts';

/**
 * The work of several shards. Shards that start or stop at the same moment are passed in one call, so that one query
 * can read the rows of all of them.
 */
export type ShardsWork = {
  start(shards: readonly Shard[]): Promise<void>;
  /** Stops the work of these shards. Work in progress may still write until the promise resolves. */
  stop(shards: readonly Shard[]): Promise<void>;
};

/**
 * The process that owns a shard. `unknown`: this process still counts as the lease holder, but it may have lost the
 * lease without detecting the loss.
 */
export type ShardOwner = 'this' | 'unknown' | 'other';

type Deps = { readonly db: Pick<Database, 'transaction'>; readonly cluster: Pick<Cluster, 'runShards' | 'fence'> };
type Batch = { readonly step: keyof ShardsWork; readonly shards: Shard[]; readonly done: Promise<void> };

/** The shards of one kind of work that this process runs. They start and stop in batches, one batch at a time. */
export class OwnedShards {
  readonly #kind: string;
  readonly #deps: Deps;
  readonly #work: ShardsWork;
  readonly #leases = new Map<Shard, LeaseHandle>();
  readonly #stopping = new Set<Shard>();
  /** The next batch. Further shards may still join it. */
  #next: Batch | null = null;
  #batches: Promise<void> = Promise.resolve();
  #run: ClusterRun | null = null;

  constructor(kind: string, deps: Deps, work: ShardsWork) {
    this.#kind = kind;
    this.#deps = deps;
    this.#work = work;
  }

  /** Starts the shards. Resolves when all free shards have started. */
  async start(): Promise<void> {
    this.#run = this.#deps.cluster.runShards(this.#kind, {
      start: (shard, lease) => this.#start(shard, lease),
      stop: (shard) => this.#stop(shard),
    });
    await this.#run.started;
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
    this.#run = null;
  }

  /** The shards that this process runs, except those that are stopping. */
  get all(): readonly Shard[] {
    return [...this.#leases.keys()].filter((shard) => !this.#stopping.has(shard));
  }

  /** The shards that certainly no other process runs now. Irreversible actions may start only for these shards. */
  get fresh(): readonly Shard[] {
    return this.all.filter((shard) => this.#leases.get(shard)?.isFresh());
  }

  /** Returns true if this process runs the shard of the user and is not stopping it. */
  has(userId: string | null): boolean {
    const shard = shardOf(userId);
    return this.#leases.has(shard) && !this.#stopping.has(shard);
  }

  /**
   * Returns true if certainly no other process runs the shard of the user now. It is also true while the shard stops,
   * unlike `ownerOf`, so that work in progress can end.
   */
  isFresh(userId: string | null): boolean {
    return this.#leases.get(shardOf(userId))?.isFresh() ?? false;
  }

  ownerOf(userId: string | null): ShardOwner {
    if (!this.has(userId)) return 'other';
    return this.isFresh(userId) ? 'this' : 'unknown';
  }

  /** Returns true if another process ran the shard before this one. In a single process it is always false. */
  isTakenOver(shard: Shard): boolean {
    return (this.#leases.get(shard)?.fence ?? 0n) > 1n;
  }

  /** Resolves when no shard is starting or stopping. */
  settled(): Promise<void> {
    return this.#batches;
  }

  /**
   * Checks the fencing tokens of these shards in a transaction. A new holder waits for the end of the transaction. Call
   * it before any other statement.
   * @throws LeaseLostError if another process now holds one of the shards
   */
  async fence(tx: Transaction, shards: Iterable<Shard>): Promise<void> {
    await this.#deps.cluster.fence(tx, ...Array.from(new Set(shards), (shard) => this.#leaseOf(shard)));
  }

  /**
   * Runs a transaction that writes for these users.
   * @throws LeaseLostError if another process now holds the shard of one of them
   */
  transaction<T>(userIds: Iterable<string | null>, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#deps.db.transaction(async (tx) => {
      await this.fence(tx, Array.from(userIds, shardOf));
      return work(tx);
    });
  }

  #leaseOf(shard: Shard): LeaseHandle {
    const lease = this.#leases.get(shard);
    if (lease === undefined) throw new LeaseLostError(`${this.#kind}.${shard}`);
    return lease;
  }

  #start(shard: Shard, lease: LeaseHandle): Promise<void> {
    this.#leases.set(shard, lease);
    return this.#joinBatch('start', shard);
  }

  async #stop(shard: Shard): Promise<void> {
    this.#stopping.add(shard);
    try {
      await this.#joinBatch('stop', shard);
    } finally {
      this.#leases.delete(shard);
      this.#stopping.delete(shard);
    }
  }

  #joinBatch(step: Batch['step'], shard: Shard): Promise<void> {
    if (this.#next?.step !== step) this.#next = this.#openBatch(step);
    this.#next.shards.push(shard);
    return this.#next.done;
  }

  #openBatch(step: Batch['step']): Batch {
    const shards: Shard[] = [];
    const done = this.#batches.then(() => {
      if (this.#next?.shards === shards) this.#next = null;
      return this.#work[step](shards);
    });
    this.#batches = done.catch(() => undefined);
    return { step, shards, done };
  }
}
