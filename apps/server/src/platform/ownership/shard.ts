/** A sixteenth of all people, by the last digit of their id, which is random: `0` … `f`. */
export type Shard = string & { readonly __shard: true };

export const SHARDS: readonly Shard[] = [...'0123456789abcdef'] as Shard[];

/** Whose share a person's work is in; what is nobody's (`null`, the house's) is in the first. */
export const shardOf = (userId: string | null): Shard => (userId?.at(-1)?.toLowerCase() ?? '0') as Shard;
