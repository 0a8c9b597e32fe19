import { emptyRoot, type Hash, nodeHash, type Sha256 } from './hashing.ts';

/** A complete subtree: `hash` covers 2^level leaves, beginning with leaf `index` · 2^level. */
export type Subtree = { readonly level: number; readonly index: number; readonly hash: Hash };

/**
 * The right edge of an append-only Merkle tree (RFC 9162 §2.1). It holds the hashes of the largest complete subtrees,
 * one for each set bit of the size. With them a leaf is appended in amortised constant time.
 */
export class TreeFrontier {
  readonly #sha256: Sha256;
  /** The complete subtrees, the largest first. */
  readonly #edge: Hash[];
  #size: number;

  /**
   * Continues a tree.
   * @param size number of leaves, at most 2^53 − 1
   * @param edge hashes of the subtrees that {@link largestSubtreesOf} names for this size, in its order
   */
  constructor(sha256: Sha256, size = 0, edge: readonly Hash[] = []) {
    this.#sha256 = sha256;
    this.#size = size;
    this.#edge = [...edge];
  }

  /** Number of leaves. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends a leaf by its hash.
   * @param onSubtree receives each subtree that the leaf completes, from level 0 upwards
   */
  push(hash: Hash, onSubtree: (subtree: Subtree) => void = () => undefined): void {
    let subtree: Subtree = { level: 0, index: this.#size, hash };
    onSubtree(subtree);
    while (subtree.index % 2 === 1) {
      const left = this.#edge.pop();
      if (left === undefined) throw new Error('the edge has a subtree for each set bit of the size');
      const parent = nodeHash(this.#sha256, left, subtree.hash);
      subtree = { level: subtree.level + 1, index: (subtree.index - 1) / 2, hash: parent };
      onSubtree(subtree);
    }
    this.#edge.push(subtree.hash);
    this.#size += 1;
  }

  /** Returns the root hash of the leaves so far. */
  root(): Hash {
    const root = this.#edge.reduceRight<Hash | null>(
      (right, left) => (right === null ? left : nodeHash(this.#sha256, left, right)),
      null,
    );
    return root ?? emptyRoot(this.#sha256);
  }
}

/** Position of a complete subtree; see {@link Subtree}. */
export type SubtreePlace = Omit<Subtree, 'hash'>;

/** Returns the places of the largest complete subtrees of the leaves from `start` to `end`, from left to right. */
export function largestSubtreesOf(start: number, end: number): SubtreePlace[] {
  const places: SubtreePlace[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    let width = 1;
    while (at % (2 * width) === 0 && at + 2 * width <= end) {
      width *= 2;
      level += 1;
    }
    places.push({ level, index: at / width });
    at += width;
  }
  return places;
}
