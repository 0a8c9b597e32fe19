import { canonicalJson, type Json } from '../kernel/index.ts';
import { fromHex, MAX_UTF8_BYTES_PER_UNIT, toHex, writeHex, writeUtf8 } from './bytes.ts';
import { type Hash, LEAF_PREFIX, type Sha256 } from './hashing.ts';

/** Kinds of leaves. `log`: a statement of the log about itself. */
export const LEAF_KINDS = ['signal', 'outcome', 'decision', 'trade', 'log'] as const;
export type LeafKind = (typeof LEAF_KINDS)[number];

/**
 * A leaf of the log. It reveals neither the fact nor the person: a commitment with a random salt replaces the fact, and
 * a random tag replaces the person. It stays verifiable after fact and salt are deleted.
 */
export type Leaf = {
  readonly kind: LeafKind;
  /** Random tag of the person, 32 hex digits; null for facts without a person. */
  readonly tag: string | null;
  /** Number of the leaf among those with the same tag, from 1. A missing number reveals a removed leaf. */
  readonly tagSeq: number;
  /** Time at which the log added the fact, epoch milliseconds. */
  readonly loggedMs: number;
  /** SHA-256 of the salt and the canonical JSON of the fact. */
  readonly commitment: Hash;
};

/** Number of bytes of a salt. */
export const SALT_BYTES = 16;

const VERSION = 'vigia-leaf/v1';

/** Returns the commitment to a fact: SHA-256 of the salt and the canonical JSON of the fact. */
export function commitmentOf(sha256: Sha256, salt: Uint8Array, fact: Json): Hash {
  const text = canonicalJson(fact);
  const bytes = bufferOf(salt.length + text.length * MAX_UTF8_BYTES_PER_UNIT);
  bytes.set(salt);
  return sha256(bytes.subarray(0, writeUtf8(bytes, salt.length, text)));
}

/** Returns the text of a leaf: version, kind, tag, number, time and commitment, a line each. */
export const formatLeaf = (leaf: Leaf): string => `${beforeCommitment(leaf)}${toHex(leaf.commitment)}\n`;

const beforeCommitment = ({ kind, tag, tagSeq, loggedMs }: Leaf): string =>
  `${VERSION}\n${kind}\n${tag ?? '-'}\n${tagSeq}\n${loggedMs}\n`;

/** Returns the hash of a leaf in the tree: `leafHash` of its text, without building text and bytes first. */
export function hashOfLeaf(sha256: Sha256, leaf: Leaf): Hash {
  const text = beforeCommitment(leaf);
  const bytes = bufferOf(text.length * MAX_UTF8_BYTES_PER_UNIT + 2 * leaf.commitment.length + 2);
  bytes[0] = LEAF_PREFIX;
  const at = writeHex(bytes, writeUtf8(bytes, 1, text), leaf.commitment);
  bytes[at] = LINE_FEED;
  return sha256(bytes.subarray(0, at + 1));
}

const LINE_FEED = 0x0a;

/** Bytes that are hashed at once. They are reused, because a new buffer for each leaf takes longer than its hashes. */
let buffer = new Uint8Array(0);

function bufferOf(length: number): Uint8Array {
  if (buffer.length < length) buffer = new Uint8Array(2 * length);
  return buffer;
}

/** Reads the text of a leaf; null if it is not exactly what {@link formatLeaf} writes. */
export function parseLeaf(text: string): Leaf | null {
  const [, named = '', tagText = '', tagSeq = '', loggedMs = '', hex = ''] = text.split('\n');
  const kind = LEAF_KINDS.find((one) => one === named);
  const commitment = fromHex(hex);
  if (kind === undefined || commitment === null) return null;
  const tag = tagText === '-' ? null : tagText;
  const leaf = { kind, tag, tagSeq: Number(tagSeq), loggedMs: Number(loggedMs), commitment };
  return formatLeaf(leaf) === text ? leaf : null;
}
