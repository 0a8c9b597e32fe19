import { type Hash, isSameHash, nodeHash, type Sha256 } from './hashing.ts';
import { largestSubtreesOf, type SubtreePlace } from './tree-frontier.ts';

/** Returns the hash of a complete subtree. */
export type ReadSubtree = (place: SubtreePlace) => Hash;

/** Leaves from `start` to `end`. */
type Range = { readonly start: number; readonly end: number };

/**
 * Returns the ranges whose hashes prove that a leaf is in the tree, from the leaf to the root (RFC 9162 §2.1.3.1).
 * @param index index of the leaf, 0 ≤ index < size
 * @param size number of leaves of the tree
 */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.toReversed();
}

/**
 * Returns the ranges whose hashes prove that a tree continues an earlier one (RFC 9162 §2.1.4.1).
 * @param earlier number of leaves of the earlier tree, 0 < earlier ≤ size
 * @param size number of leaves of the later tree
 */
export function consistencyRanges(earlier: number, size: number): Range[] {
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  let isWhole = true;
  while (earlier < end) {
    const middle = start + splitOf(end - start);
    if (earlier <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
      isWhole = false;
    }
  }
  // The verifier knows the hash of the whole earlier tree, but not of a part of it.
  if (!isWhole) ranges.push({ start, end });
  return ranges.toReversed();
}

/** Returns the largest power of two that is smaller than `width`; `width` is at least 2. */
function splitOf(width: number): number {
  let split = 1;
  while (split * 2 < width) split *= 2;
  return split;
}

/** Returns the places that must be read to compute the hashes of these ranges. */
export const subtreePlacesOf = (ranges: readonly Range[]): SubtreePlace[] =>
  ranges.flatMap(({ start, end }) => largestSubtreesOf(start, end));

/** Returns the hash of each range: a proof, if the ranges are those of a proof. */
export const hashesOf = (sha256: Sha256, ranges: readonly Range[], read: ReadSubtree): Hash[] =>
  ranges.map(({ start, end }) =>
    largestSubtreesOf(start, end)
      .map(read)
      .reduceRight((right, left) => nodeHash(sha256, left, right)),
  );

/** The claim that a leaf is in a tree. */
export type Inclusion = {
  readonly index: number;
  readonly size: number;
  readonly leaf: Hash;
  readonly proof: readonly Hash[];
  readonly root: Hash;
};

/** Returns true if the proof shows that the leaf is in the tree (RFC 9162 §2.1.3.2). */
export function isIncluded(sha256: Sha256, { index, size, leaf, proof, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== proof.length) return false;
  const top = proof.reduce(
    (hash, sibling, step) =>
      (ranges[step]?.start ?? 0) > index ? nodeHash(sha256, hash, sibling) : nodeHash(sha256, sibling, hash),
    leaf,
  );
  return isSameHash(top, root);
}

/** The claim that a tree continues an earlier one. */
export type ContinuationClaim = {
  readonly earlier: { readonly size: number; readonly root: Hash };
  readonly later: { readonly size: number; readonly root: Hash };
  readonly proof: readonly Hash[];
};

/** Returns true if the proof shows that the later tree continues the earlier one (RFC 9162 §2.1.4.2). */
export function isContinuation(sha256: Sha256, { earlier, later, proof }: ContinuationClaim): boolean {
  if (!isCount(earlier.size) || !isCount(later.size) || earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && isSameHash(earlier.root, later.root);
  if (earlier.size === 0) return proof.length === 0;
  const ranges = consistencyRanges(earlier.size, later.size);
  if (ranges.length !== proof.length) return false;
  const isWhole = (ranges[0]?.start ?? 0) >= earlier.size;
  const [first, rest] = isWhole ? [earlier.root, proof] : [proof[0] ?? earlier.root, proof.slice(1)];
  const starts = (isWhole ? ranges : ranges.slice(1)).map(({ start }) => start);
  let [before, after] = [first, first];
  for (const [step, sibling] of rest.entries()) {
    if ((starts[step] ?? 0) >= earlier.size) after = nodeHash(sha256, after, sibling);
    else [before, after] = [nodeHash(sha256, sibling, before), nodeHash(sha256, sibling, after)];
  }
  return isSameHash(before, earlier.root) && isSameHash(after, later.root);
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
