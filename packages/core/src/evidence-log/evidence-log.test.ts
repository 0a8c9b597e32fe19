import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromBase64, fromHex, toBase64, toHex, toUtf8 } from './bytes.ts';
import { formatHead, openHead, parseHead } from './checkpoint.ts';
import { emptyRoot, type Hash, leafHash, type Sha256 } from './hashing.ts';
import { commitmentOf, formatLeaf, type Leaf, parseLeaf } from './leaf.ts';
import { consistencyRanges, hashesOf, inclusionRanges, isContinuation, isIncluded } from './proofs.ts';
import { type Ed25519, formatKey, isSignedBy, parseKey, parseNote, signNote } from './signed-note.ts';
import { type SubtreePlace, TreeFrontier } from './tree-frontier.ts';

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

/** The leaves and roots that Certificate Transparency implementations share as test vectors (RFC 6962 trees). */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
/** Published proofs: index and size of the leaf, and the hashes from the leaf to the root. */
const INCLUSIONS: readonly (readonly [number, number, readonly string[]])[] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];
/** Published proofs that a tree continues an earlier one: both sizes and the hashes. */
const CONTINUATIONS: readonly (readonly [number, number, readonly string[]])[] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const bytesOf = (hex: string): Hash => fromHex(hex) ?? new Uint8Array(0);
const leafOf = (index: number): Hash => leafHash(sha256, bytesOf(LEAVES[index] ?? ''));
const rootOf = (size: number): Hash => bytesOf(ROOTS[size - 1] ?? '');

/** Reads a subtree of the published leaves. */
function read({ level, index }: SubtreePlace): Hash {
  const tree = new TreeFrontier(sha256);
  for (let leaf = index * 2 ** level; leaf < (index + 1) * 2 ** level; leaf += 1) tree.push(leafOf(leaf));
  return tree.root();
}

describe('the Merkle tree', () => {
  it('has the published root of an empty tree', () => {
    expect(toHex(emptyRoot(sha256))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(new TreeFrontier(sha256).root()).toEqual(emptyRoot(sha256));
  });

  it('has the published root after each of the published leaves', () => {
    const tree = new TreeFrontier(sha256);
    const roots = LEAVES.map((_, index) => {
      tree.push(leafOf(index));
      return toHex(tree.root());
    });
    expect(roots).toEqual(ROOTS);
  });

  it.each(INCLUSIONS)('gives the published proof of leaf %i in a tree of %i', (index, size, published) => {
    const proof = hashesOf(sha256, inclusionRanges(index, size), read);
    expect(proof.map(toHex)).toEqual(published);
    const claim = { index, size, leaf: leafOf(index), proof, root: rootOf(size) };
    expect(isIncluded(sha256, claim)).toBe(true);
    expect(isIncluded(sha256, { ...claim, leaf: leafOf(index + 1) })).toBe(false);
    expect(isIncluded(sha256, { ...claim, proof: [...proof, leafOf(0)] })).toBe(false);
    expect(isIncluded(sha256, { ...claim, index: size })).toBe(false);
  });

  it.each(CONTINUATIONS)('gives the published consistency proof from %i leaves to %i', (earlier, size, published) => {
    const proof = hashesOf(sha256, consistencyRanges(earlier, size), read);
    expect(proof.map(toHex)).toEqual(published);
    const claim = { earlier: { size: earlier, root: rootOf(earlier) }, later: { size, root: rootOf(size) }, proof };
    expect(isContinuation(sha256, claim)).toBe(true);
    expect(isContinuation(sha256, { ...claim, proof: [...proof, leafOf(0)] })).toBe(false);
    expect(isContinuation(sha256, { ...claim, earlier: { size: earlier, root: leafOf(7) } })).toBe(false);
    expect(isContinuation(sha256, { ...claim, later: { size, root: leafOf(7) } })).toBe(false);
  });

  it('does not accept an inner node as a leaf or as an earlier root, with the rest of a valid proof', () => {
    const proof = hashesOf(sha256, inclusionRanges(0, 8), read);
    const node = rootOf(2);
    const claim = { index: 0, size: 8, leaf: node, proof: proof.slice(1), root: rootOf(8) };
    expect(isIncluded(sha256, claim)).toBe(false);
    const later = { size: 8, root: rootOf(8) };
    expect(isContinuation(sha256, { earlier: { size: 1, root: node }, later, proof: proof.slice(1) })).toBe(false);
  });

  it('is a continuation of the empty tree, and no tree continues a larger one', () => {
    const empty = { size: 0, root: emptyRoot(sha256) };
    const later = { size: 3, root: rootOf(3) };
    expect(isContinuation(sha256, { earlier: empty, later, proof: [] })).toBe(true);
    expect(isContinuation(sha256, { earlier: later, later: empty, proof: [] })).toBe(false);
  });
});

const ed25519: Ed25519 = {
  sha256,
  verify: (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  },
};

/** Returns the Ed25519 signer of a seed of 32 bytes. */
const signerOf = (seed: Uint8Array) => (message: Uint8Array) => {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  return new Uint8Array(sign(null, message, key));
};

/** The example of the note package of the Go project: private key, public key and signed text. */
const GO = {
  seed: 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};
/** The example of the C2SP signed-note specification. */
const C2SP = {
  key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  text: 'This is an example message.\n',
  line: '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};

const keyFrom = (text: string) => parseKey(sha256, text) ?? { name: '', publicKey: new Uint8Array(0) };
const noteFrom = (text: string) => parseNote(text) ?? { text: '', signatures: [] };

describe('a signed note', () => {
  it('has the bytes that the Go implementation writes', () => {
    const seed = fromBase64(GO.seed)?.slice(1) ?? new Uint8Array(0);
    expect(signNote(sha256, GO.text, keyFrom(GO.key), signerOf(seed))).toBe(`${GO.text}\n${GO.line}`);
  });

  it.each([GO, C2SP])('is accepted from another implementation, and refused after a change of its text', (example) => {
    const key = keyFrom(example.key);
    expect(formatKey(sha256, key)).toBe(example.key);
    const note = noteFrom(`${example.text}\n${example.line}`);
    expect(isSignedBy(ed25519, note, key)).toBe(true);
    expect(isSignedBy(ed25519, { ...note, text: `${note.text}more\n` }, key)).toBe(false);
  });

  it('is refused if the key has another name', () => {
    const note = noteFrom(`${GO.text}\n${GO.line}`);
    expect(isSignedBy(ed25519, note, { ...keyFrom(GO.key), name: 'Another' })).toBe(false);
    expect(isSignedBy(ed25519, note, keyFrom(C2SP.key))).toBe(false);
  });

  it.each([
    'no signature\n',
    `${GO.text}\n${GO.line}`.slice(0, -1),
    `${GO.text}\n- PeterNeumann x08go/Y=\n`,
    `${GO.text}\n— PeterNeumann x08g\n`,
  ])('is malformed: %j', (text) => {
    expect(parseNote(text)).toBeNull();
  });

  it.each(['PeterNeumann', GO.key.replace('c74f', 'c74e'), GO.key.slice(0, -4)])(
    'cannot be opened with the malformed key %s',
    (text) => {
      expect(parseKey(sha256, text)).toBeNull();
    },
  );
});

describe('the head of a log', () => {
  const key = keyFrom(GO.key);
  const head = { origin: key.name, size: 8, root: rootOf(8) };
  const seed = fromBase64(GO.seed)?.slice(1) ?? new Uint8Array(0);

  it('reads the example of the C2SP tlog-checkpoint specification', () => {
    const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
    const parsed = parseHead(text);
    expect([parsed?.origin, parsed?.size]).toEqual(['example.com/behind-the-sofa', 20_852_163]);
    expect(parsed && formatHead(parsed)).toBe(text);
    expect(parseHead(`${text}an extension\n`)?.size).toBe(20_852_163);
  });

  it('is signed by the key of its log only', () => {
    const note = signNote(sha256, formatHead(head), key, signerOf(seed));
    expect(openHead(ed25519, note, key)).toEqual({ head, isSigned: true });
    expect(openHead(ed25519, note.replace('\n8\n', '\n7\n'), key)?.isSigned).toBe(false);
    const other = signNote(sha256, formatHead({ ...head, origin: 'Another' }), key, signerOf(seed));
    expect(openHead(ed25519, other, key)?.isSigned).toBe(false);
  });

  it.each(['', 'a\n08\nAAAA\n', 'a\n8\nAAAA\n', `a\n8\n${toBase64(rootOf(8))}`])('is malformed: %j', (text) => {
    expect(parseHead(text)).toBeNull();
    expect(openHead(ed25519, text, key)).toBeNull();
  });
});

describe('a leaf', () => {
  const leaf: Leaf = {
    kind: 'outcome',
    tag: 'ab'.repeat(16),
    tagSeq: 3,
    loggedMs: 1_795_000_000_000,
    commitment: commitmentOf(sha256, Uint8Array.of(1, 2), { outcome: 'lost', b: 'á', a: 1 }),
  };

  it('commits to the salt and the canonical JSON of the fact', () => {
    const bytes = Buffer.concat([Buffer.of(1, 2), Buffer.from('{"a":1,"b":"á","outcome":"lost"}')]);
    expect(toHex(leaf.commitment)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('is equal after it is written and read', () => {
    expect(parseLeaf(formatLeaf(leaf))).toEqual(leaf);
    expect(parseLeaf(formatLeaf({ ...leaf, tag: null }))).toEqual({ ...leaf, tag: null });
  });

  it.each([
    (text: string) => text.replace('v1', 'v2'),
    (text: string) => text.replace('outcome', 'result'),
    (text: string) => text.replace('\n3\n', '\n03\n'),
    (text: string) => `${text}more`,
    (text: string) => text.replace(/\n[0-9a-f]{64}\n/, '\nxy\n'),
  ])('is malformed after a change', (change) => {
    expect(parseLeaf(change(formatLeaf(leaf)))).toBeNull();
  });
});

describe('bytes', () => {
  it.each(['', 'f', 'fo', 'foo', 'foob', 'ñandú', '€ 😀', '\ud800'])(
    'of %j are encoded like those of a Buffer of Node',
    (text) => {
      const bytes = toUtf8(text);
      expect(Buffer.from(bytes)).toEqual(Buffer.from(text));
      expect(toBase64(bytes)).toBe(Buffer.from(text).toString('base64'));
      expect(toHex(bytes)).toBe(Buffer.from(text).toString('hex'));
      expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      expect(fromHex(toHex(bytes))).toEqual(bytes);
    },
  );

  it.each(['A', 'AA', 'AB==', 'A===', 'AAA-', 'AAAA\n'])('are not read from base64 %j', (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
