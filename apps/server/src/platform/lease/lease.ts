/** Proof of ownership: the fence grows with every new owner, and a write that carries an old fence is refused. */
export type HeldLease = { readonly name: string; readonly fence: bigint };

/** Exclusive ownership of a piece of work (a feed, an engine shard, settlement) across processes. */
export interface Lease {
  /** Takes or renews `name` for `ttlMs`; null while somebody else holds it. */
  acquire(name: string, ttlMs: number): Promise<HeldLease | null>;
  /** True while this process still owns the lease under that fence, by the database's own clock. */
  holds(lease: HeldLease): Promise<boolean>;
  release(lease: HeldLease): Promise<void>;
}
