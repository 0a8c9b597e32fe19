import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import type { Sha256 } from './hashing.ts';
import { commitmentOf, formatLeaf, hashOfLeaf, type Leaf, parseLeaf, SALT_BYTES } from './leaf.ts';

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

const leaf: Leaf = {
  kind: 'outcome',
  tag: '0123456789abcdef0123456789abcdef',
  tagSeq: 7,
  loggedMs: 1_795_000_000_000,
  commitment: sha256(new Uint8Array(3)),
};

/** Computes the hash of a leaf as RFC 9162 defines it: SHA-256 of a zero byte and the text of the leaf. */
const rfcHashOf = (given: Leaf): string =>
  createHash('sha256')
    .update(`\0${formatLeaf(given)}`, 'utf8')
    .digest('hex');

describe('the hash of a leaf', () => {
  it('is SHA-256 of a zero byte and the text of the leaf', () => {
    expect(toHex(hashOfLeaf(sha256, leaf))).toBe(rfcHashOf(leaf));
  });

  it('does not depend on the leaf before it, whose bytes share its buffer', () => {
    const short = { ...leaf, tag: null, tagSeq: 0 };
    const long = { ...leaf, loggedMs: Number.MAX_SAFE_INTEGER, tagSeq: 123_456_789 };
    const order = [short, long, short, leaf, long];
    expect(order.map((each) => toHex(hashOfLeaf(sha256, each)))).toEqual(order.map(rfcHashOf));
  });
});

describe('a commitment', () => {
  it('is SHA-256 of the salt and the canonical JSON, also after a shorter and before a longer fact', () => {
    const salt = new Uint8Array(SALT_BYTES).fill(9);
    for (const text of ['corto', 'ñandú €'.repeat(2_000), '']) {
      const json = `{"a":1,"text":"${text}"}`;
      const expected = createHash('sha256').update(salt).update(json, 'utf8').digest('hex');
      expect(toHex(commitmentOf(sha256, salt, { text, a: 1 }))).toBe(expected);
    }
  });
});

describe('the text of a leaf', () => {
  it('is not read if its kind is unknown or its commitment is no hash', () => {
    const text = formatLeaf(leaf);
    expect(parseLeaf(text)).toEqual(leaf);
    expect(parseLeaf(text.replace('outcome', 'income'))).toBeNull();
    expect(parseLeaf(text.replace(toHex(leaf.commitment), 'zz'))).toBeNull();
  });
});
