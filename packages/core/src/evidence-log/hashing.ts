/** A SHA-256 hash of 32 bytes. */
export type Hash = Uint8Array;

/** SHA-256. The caller supplies it, because the domain imports neither Node nor npm. It must not keep the bytes. */
export type Sha256 = (bytes: Uint8Array) => Hash;

/** Number of bytes of a {@link Hash}. */
export const HASH_BYTES = 32;

/** First byte of what is hashed for a leaf. */
export const LEAF_PREFIX = 0x00;
const NODE_PREFIX = 0x01;

/** The bytes of the node that is hashed. They are reused, because a log hashes as many nodes as it has leaves. */
const node = new Uint8Array(1 + 2 * HASH_BYTES);
node[0] = NODE_PREFIX;

/** Returns the hash of an empty tree: SHA-256 of no bytes (RFC 9162 §2.1.1). */
export const emptyRoot = (sha256: Sha256): Hash => sha256(new Uint8Array(0));

/** Returns the hash of a leaf: SHA-256 of 0x00 and the bytes of the leaf (RFC 9162 §2.1.1). */
export function leafHash(sha256: Sha256, leaf: Uint8Array): Hash {
  const bytes = new Uint8Array(leaf.length + 1);
  bytes[0] = LEAF_PREFIX;
  bytes.set(leaf, 1);
  return sha256(bytes);
}

/** Returns the hash of a node: SHA-256 of 0x01 and the hashes of its two children (RFC 9162 §2.1.1). */
export function nodeHash(sha256: Sha256, left: Hash, right: Hash): Hash {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** Returns true if two hashes have the same bytes. */
export const isSameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
