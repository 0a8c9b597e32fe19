import type { HeldLease } from '../lease/lease.ts';
import type { Transaction } from '../persistence/database.ts';
import type { Shard } from './shard.ts';

/** A piece of work this process owns. Its fence goes into every write that belongs to it. */
export type Held = HeldLease & {
  /**
   * False once this process cannot be sure any more, by its own monotonic clock: nothing is begun then. Whoever was begun
   * before is stopped by the fence.
   */
  isTrusted(): boolean;
};

/** What is done for as long as a piece is owned. */
export type OwnedWork = {
  /**
   * The piece is ours from now on; what its last owner left over is taken up. A rejection is followed by `giveUp`, and the
   * piece is sought again after a while.
   */
  take(held: Held): Promise<void>;
  /** The piece is somebody else's by now, or soon: resolves once nothing of it is under way here any more. */
  giveUp(): Promise<void>;
};

/** The same for the sixteen shards of people, of which a process owns its fair share. */
export type ShardedWork = {
  take(shard: Shard, held: Held): Promise<void>;
  giveUp(shard: Shard): Promise<void>;
};

export type Seeking = {
  /** Resolves once what could be had at first is taken, or was tried: a lone process owns everything by then. */
  readonly firstRound: Promise<void>;
  /** Gives up what is owned, then lets others have it at once. */
  stop(): Promise<void>;
};

/** Who does what of the work that must have exactly one doer. */
export interface Ownership {
  /** Seeks a piece until stopped: it is taken over within 5 s of its owner's end or standstill. */
  seek(name: string, work: OwnedWork): Seeking;
  /** Seeks shards of a kind, named `<kind>.<shard>`, evenly among all who seek that kind. */
  seekShards(kind: string, work: ShardedWork): Seeking;
  /**
   * First statement of a transaction that writes for an owned piece, or several. A new owner then waits for its end.
   * @throws LostOwnership where one of them is somebody else's by now
   */
  fence(tx: Transaction, ...held: readonly HeldLease[]): Promise<void>;
}

/** A write came too late: what it is about has another owner. */
export class LostOwnership extends Error {
  readonly lease: string;

  constructor(lease: string, options?: ErrorOptions) {
    super(`${lease} has another owner by now`, options);
    this.name = 'LostOwnership';
    this.lease = lease;
  }
}
