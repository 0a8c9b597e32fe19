import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../kernel/index.ts';
import { toBase64, toHex } from './bytes.ts';
import { formatHead } from './checkpoint.ts';
import { type Hash, isSameHash, type Sha256 } from './hashing.ts';
import { commitmentOf, formatLeaf, hashOfLeaf, type Leaf } from './leaf.ts';
import { hashesOf, inclusionRanges } from './proofs.ts';
import { RECORD_FORMAT, type RecordFile, RecordHash, recordTextToSign, verifyRecord } from './record-file.ts';
import { type Ed25519, formatKey, type NoteKey, signNote } from './signed-note.ts';
import { TreeFrontier } from './tree-frontier.ts';

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
const ed25519: Ed25519 = {
  sha256,
  verify: (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url');
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  },
};
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const secret = createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.alloc(32, 7)]), format: 'der', type: 'pkcs8' });
const publicKey = new Uint8Array(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32));
const key: NoteKey = { name: 'vigia.log/test', publicKey };
const signed = (text: string): string => signNote(sha256, text, key, (message) => sign(null, message, secret));

const ANA = 'a'.repeat(32);
const LUIS = 'b'.repeat(32);
const SALT = Uint8Array.of(1, 2, 3);
const factOf = (place: number): Json => ({ trade: place, outcome: 'lost' });
const leafOf = (tag: string, tagSeq: number, place: number): Leaf => ({
  kind: 'trade',
  tag,
  tagSeq,
  loggedMs: 1_795_000_000_000 + place,
  commitment: commitmentOf(sha256, SALT, factOf(place)),
});
/** Six leaves that belong to Ana and Luis alternately. */
const LEAVES = [0, 1, 2, 3, 4, 5].map((place) =>
  leafOf(place % 2 === 0 ? ANA : LUIS, Math.floor(place / 2) + 1, place),
);

function rootOf(hashes: readonly Hash[]): Hash {
  const tree = new TreeFrontier(sha256);
  for (const hash of hashes) tree.push(hash);
  return tree.root();
}

/** Returns the record of these leaves, signed as an installation signs it. */
function recordOf(places: readonly number[], waiting = 0): RecordFile {
  const hashes = LEAVES.map((leaf) => hashOfLeaf(sha256, leaf));
  const hash = new RecordHash(sha256);
  const entries = places.map((index) => {
    const proof = hashesOf(sha256, inclusionRanges(index, hashes.length), ({ level, index: at }) =>
      rootOf(hashes.slice(at * 2 ** level, (at + 1) * 2 ** level)),
    );
    const leaf = LEAVES[index] ?? leafOf(ANA, 0, 0);
    const entry = { index, leaf: formatLeaf(leaf), salt: toHex(SALT), fact: factOf(index), proof: proof.map(toBase64) };
    hash.push(entry);
    return entry;
  });
  const head = signed(formatHead({ origin: key.name, size: hashes.length, root: rootOf(hashes) }));
  const signature = signed(recordTextToSign(hash.end(), waiting));
  return { format: RECORD_FORMAT, key: formatKey(sha256, key), head, entries, waiting, signature };
}

const kinds = (file: RecordFile) => verifyRecord(ed25519, file, key).map(({ kind }) => kind);

describe('a record', () => {
  const whole = recordOf([0, 2, 4], 1);
  const [first, second, third] = whole.entries;

  it('is valid as its installation writes it, even without entries', () => {
    expect(kinds(whole)).toEqual([]);
    expect(kinds(recordOf([]))).toEqual([]);
  });

  it('is refused after a change of a fact, salt, leaf, index or proof', () => {
    if (first === undefined || second === undefined || third === undefined) throw new Error('it has three entries');
    const changed = (entry: typeof first) => kinds({ ...whole, entries: [entry, second, third] });
    expect(changed({ ...first, fact: { trade: 0, outcome: 'won' } })).toContain('fact');
    expect(changed({ ...first, salt: '00' })).toContain('fact');
    expect(changed({ ...first, salt: 'x' })).toContain('leaf');
    expect(changed({ ...first, leaf: `${first.leaf}x` })).toContain('leaf');
    expect(changed({ ...first, index: 1 })).toContain('proof');
    expect(changed({ ...first, proof: [] })).toContain('proof');
    expect(changed({ ...first, leaf: first.leaf.replace('\n1\n', '\n9\n') })).toContain('proof');
  });

  it('is refused if entries are missing, even if the installation signed it without them', () => {
    expect(kinds({ ...whole, entries: whole.entries.slice(0, 2) })).toEqual(['signature']);
    expect(kinds(recordOf([0, 4]))).toEqual(['numbers']);
    expect(kinds(recordOf([2, 4]))).toEqual(['numbers']);
  });

  it('is refused after a change of the number of waiting facts or of the order', () => {
    expect(kinds({ ...whole, waiting: 0 })).toEqual(['signature']);
    expect(kinds({ ...whole, entries: whole.entries.toReversed() })).toEqual(['signature']);
  });

  it('is refused if it contains leaves of two people', () => {
    expect(kinds(recordOf([0, 3, 4]))).toEqual(['person']);
  });

  it('is refused under another head or key', () => {
    expect(kinds({ ...whole, head: whole.head.replace('\n6\n', '\n5\n') })).toEqual(['head']);
    const other = { ...key, publicKey: publicKey.map((byte) => byte ^ 1) };
    expect(verifyRecord(ed25519, whole, other)).toEqual([{ kind: 'head' }]);
    expect(isSameHash(other.publicKey, publicKey)).toBe(false);
  });
});
