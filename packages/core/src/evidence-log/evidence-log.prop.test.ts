import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyRoot, type Hash, leafHash, nodeHash, type Sha256 } from './hashing.ts';
import { consistencyRanges, hashesOf, inclusionRanges, isContinuation, isIncluded } from './proofs.ts';
import { largestSubtreesOf, TreeFrontier } from './tree-frontier.ts';

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

/** Returns the root by the recursive definition of RFC 9162 §2.1.1, which shares no code with the frontier. */
function definedRoot(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (only === undefined) return emptyRoot(sha256);
  if (leaves.length === 1) return only;
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return nodeHash(sha256, definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

const trees = fc
  .array(fc.uint8Array({ maxLength: 4 }), { minLength: 1, maxLength: 70 })
  .map((leaves) => leaves.map((leaf) => leafHash(sha256, leaf)));
const flipped = (hash: Hash): Hash => hash.map((byte, index) => (index === 0 ? byte ^ 1 : byte));

const readerOf =
  (leaves: readonly Hash[]) =>
  ({ level, index }: { readonly level: number; readonly index: number }) =>
    definedRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

it('the tree frontier gives the root of the recursive definition at every size, and continues from its stored edge', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (leaves, cut) => {
      const tree = new TreeFrontier(sha256);
      for (const [index, leaf] of leaves.entries()) {
        tree.push(leaf);
        expect(tree.root()).toEqual(definedRoot(leaves.slice(0, index + 1)));
      }
      const size = cut % (leaves.length + 1);
      const continued = new TreeFrontier(sha256, size, largestSubtreesOf(0, size).map(readerOf(leaves)));
      for (const leaf of leaves.slice(size)) continued.push(leaf);
      expect([continued.size, continued.root()]).toEqual([leaves.length, tree.root()]);
    }),
  );
});

it('every leaf has a valid proof, which is refused after any change of leaf, root or proof', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (leaves, at) => {
      const index = at % leaves.length;
      const proof = hashesOf(sha256, inclusionRanges(index, leaves.length), readerOf(leaves));
      const leaf = leaves[index] ?? new Uint8Array(0);
      const claim = { index, size: leaves.length, leaf, proof, root: definedRoot(leaves) };
      expect(isIncluded(sha256, claim)).toBe(true);
      expect(isIncluded(sha256, { ...claim, leaf: flipped(leaf) })).toBe(false);
      expect(isIncluded(sha256, { ...claim, root: flipped(claim.root) })).toBe(false);
      for (const step of proof.keys())
        expect(isIncluded(sha256, { ...claim, proof: proof.with(step, flipped(proof[step] ?? leaf)) })).toBe(false);
    }),
  );
});

it('every tree has a valid consistency proof for each earlier size, and a changed proof is refused', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (leaves, at) => {
      const size = 1 + (at % leaves.length);
      const proof = hashesOf(sha256, consistencyRanges(size, leaves.length), readerOf(leaves));
      const earlier = { size, root: definedRoot(leaves.slice(0, size)) };
      const later = { size: leaves.length, root: definedRoot(leaves) };
      expect(isContinuation(sha256, { earlier, later, proof })).toBe(true);
      const other = { size, root: flipped(earlier.root) };
      expect(isContinuation(sha256, { earlier: other, later, proof })).toBe(false);
      const root = flipped(later.root);
      expect(isContinuation(sha256, { earlier, later: { ...later, root }, proof })).toBe(false);
      for (const [step, hash] of proof.entries())
        expect(isContinuation(sha256, { earlier, later, proof: proof.with(step, flipped(hash)) })).toBe(false);
    }),
  );
});
