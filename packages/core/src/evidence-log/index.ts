/** The evidence log: an append-only Merkle tree (RFC 9162) with signed heads (C2SP tlog-checkpoint). */
export { fromBase64, fromHex, toBase64, toHex } from './bytes.ts';
export { findHead, formatHead, type LogHead, openHead, parseHead } from './checkpoint.ts';
export { cosign, cosignedAt, formatCosigner, parseCosigner } from './cosignature.ts';
export { HASH_BYTES, type Hash, isSameHash, type Sha256 } from './hashing.ts';
export { commitmentOf, formatLeaf, hashOfLeaf, type Leaf, type LeafKind, SALT_BYTES } from './leaf.ts';
export {
  consistencyRanges,
  hashesOf,
  inclusionRanges,
  isContinuation,
  isIncluded,
  type ReadSubtree,
  subtreePlacesOf,
} from './proofs.ts';
export { readRecord } from './read-record.ts';
export { RECORD_CSV_HEAD, recordCsvEnd, recordCsvLine } from './record-csv.ts';
export {
  RECORD_FORMAT,
  type RecordEntry,
  type RecordFault,
  type RecordFile,
  RecordHash,
  recordTextToSign,
  verifyRecord,
} from './record-file.ts';
export { type RecordGroup, summarizeRecord } from './record-summary.ts';
export { type Ed25519, formatKey, isKeyName, type NoteKey, parseKey, parseNote, signNote } from './signed-note.ts';
export { largestSubtreesOf, type Subtree, type SubtreePlace, TreeFrontier } from './tree-frontier.ts';
