import { canonicalJson, type Json } from '../kernel/index.ts';
import { fromBase64, fromHex, toHex, toUtf8 } from './bytes.ts';
import { openHead } from './checkpoint.ts';
import { type Hash, leafHash, type Sha256 } from './hashing.ts';
import { commitmentOf, hashOfLeaf, type Leaf, parseLeaf } from './leaf.ts';
import { isIncluded } from './proofs.ts';
import { type Ed25519, isSignedBy, type NoteKey, parseNote } from './signed-note.ts';
import { TreeFrontier } from './tree-frontier.ts';

/** Format of a file with the record of one person. */
export const RECORD_FORMAT = 'vigia-record/v1';

/** A fact with its leaf and the proof that the leaf is in the log. */
export type RecordEntry = {
  /** Index of the leaf in the log. */
  readonly index: number;
  /** Text of the leaf. */
  readonly leaf: string;
  /** Salt in hex. */
  readonly salt: string;
  readonly fact: Json;
  /** Hashes of the proof in base64, from the leaf to the root. */
  readonly proof: readonly string[];
};

/** The record of one person, which anyone can check without the installation. */
export type RecordFile = {
  readonly format: typeof RECORD_FORMAT;
  /** The key of the log in its text form. */
  readonly key: string;
  /** The signed head of the log that contains the entries. */
  readonly head: string;
  readonly entries: readonly RecordEntry[];
  /** Number of facts of the person that the head does not contain yet. */
  readonly waiting: number;
  /** Note about number and hash of the entries, signed by the key of the log; see {@link recordTextToSign}. */
  readonly signature: string;
};

/** Why a record is not what its installation wrote. `index`: index of a leaf in the log. */
export type RecordFault =
  | { readonly kind: 'head' | 'signature' | 'person' | 'numbers' }
  | { readonly kind: 'leaf' | 'fact' | 'proof'; readonly index: number };

/** Computes the hash of all entries in their order; another order gives another hash. */
export class RecordHash {
  readonly #sha256: Sha256;
  readonly #tree: TreeFrontier;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
    this.#tree = new TreeFrontier(sha256);
  }

  push(entry: RecordEntry): void {
    this.#tree.push(leafHash(this.#sha256, toUtf8(canonicalJson({ ...entry }))));
  }

  /** Returns number and Merkle root of the entries so far. */
  end(): { readonly count: number; readonly root: Hash } {
    return { count: this.#tree.size, root: this.#tree.root() };
  }
}

/**
 * Returns the text that the key of the log signs: format, number of entries, number of facts that are not in the head
 * yet, and hash of the entries.
 */
export const recordTextToSign = (
  { count, root }: { readonly count: number; readonly root: Hash },
  waiting: number,
): string => `${RECORD_FORMAT}\n${count}\n${waiting}\n${toHex(root)}\n`;

/**
 * Checks a record without its installation: signatures, every fact against its leaf, every leaf against the head, and
 * that no leaf of the person between the first and the last is left out.
 * @param key the key that the reader trusts
 * @returns the faults; an empty list means that the record is complete and unchanged
 */
export function verifyRecord(ed25519: Ed25519, file: RecordFile, key: NoteKey): RecordFault[] {
  const faults: RecordFault[] = [];
  const opened = openHead(ed25519, file.head, key);
  if (opened?.isSigned !== true) return [{ kind: 'head' }];
  const hash = new RecordHash(ed25519.sha256);
  const leaves: Leaf[] = [];
  for (const entry of file.entries) {
    hash.push(entry);
    const fault = faultOf(ed25519.sha256, entry, opened.head);
    if (fault === null) leaves.push(...leafOf(entry));
    else faults.push({ kind: fault, index: entry.index });
  }
  if (!isSigned(ed25519, file, hash, key)) faults.push({ kind: 'signature' });
  if (new Set(leaves.map(({ tag }) => tag)).size > 1) faults.push({ kind: 'person' });
  const numbers = leaves.map(({ tagSeq }) => tagSeq).toSorted((a, b) => a - b);
  if (numbers.some((number, place) => number !== place + 1)) faults.push({ kind: 'numbers' });
  return faults;
}

function leafOf({ leaf }: RecordEntry): Leaf[] {
  const parsed = parseLeaf(leaf);
  return parsed === null ? [] : [parsed];
}

function faultOf(
  sha256: Sha256,
  { index, leaf: text, salt: hex, fact, proof }: RecordEntry,
  { size, root }: { readonly size: number; readonly root: Hash },
): 'leaf' | 'fact' | 'proof' | null {
  const [leaf, salt] = [parseLeaf(text), fromHex(hex)];
  const hashes = proof.map(fromBase64).filter((one) => one !== null);
  if (leaf === null || salt === null || hashes.length !== proof.length) return 'leaf';
  if (toHex(commitmentOf(sha256, salt, fact)) !== toHex(leaf.commitment)) return 'fact';
  return isIncluded(sha256, { index, size, leaf: hashOfLeaf(sha256, leaf), proof: hashes, root }) ? null : 'proof';
}

function isSigned(ed25519: Ed25519, file: RecordFile, hash: RecordHash, key: NoteKey): boolean {
  const note = parseNote(file.signature);
  return note !== null && note.text === recordTextToSign(hash.end(), file.waiting) && isSignedBy(ed25519, note, key);
}
