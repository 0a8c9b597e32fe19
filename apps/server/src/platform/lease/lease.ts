/** Proof of ownership: the fence grows with every new owner, and a write that carries an old fence is refused. */
export type HeldLease = { readonly name: string; readonly fence: bigint };

/** Where a process stands among those that seek a kind of pieces, to know its fair share of them. */
export type Standing = {
  /** How many they are, this one included. */
  readonly members: number;
  /** How many of them stand before this one; no two have the same place for long. */
  readonly place: number;
};

/** Exclusive ownership of pieces of work (the feed, an engine shard) across processes. All of it may reject where the database is away. */
export interface Leases {
  /** Takes up to `most` of those that nobody owns now, each under a higher fence than ever before. Waits for nobody. */
  take(names: readonly string[], most: number): Promise<HeldLease[]>;
  /** Holds on to all of these for another while; says which are still this process's. Waits for nobody's writes. */
  renew(held: readonly HeldLease[]): Promise<ReadonlySet<string>>;
  /** Others may have them at once. Those that are somebody else's by now are left alone. */
  release(held: readonly HeldLease[]): Promise<void>;
  /** Is, and stays for a while, one of those that seek this kind. */
  join(kind: string): Promise<Standing>;
  leave(kind: string): Promise<void>;
}
