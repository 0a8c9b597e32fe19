import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findHead, openHead } from './checkpoint.ts';
import { cosign, cosignedAt, formatCosigner, parseCosigner } from './cosignature.ts';
import type { Sha256 } from './hashing.ts';
import { type Ed25519, parseKey, parseNote, signatureOf } from './signed-note.ts';

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
const ed25519: Ed25519 = {
  sha256,
  verify: (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url');
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  },
};

/** The head of the C2SP tlog-cosignature specification, with the line of its log. */
const HEAD = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
const LOG_LINE =
  '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';
/** The cosignature of that specification. Its key is not published. */
const C2SP_LINE =
  '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n';
/** Key and line of the seed 00 01 … 1f, made with the Python package `cryptography` and `struct`. */
const PYTHON = {
  key: 'witness.example.com/w1+a0059f11+BAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
  line: '— witness.example.com/w1 oAWfEQAAAABkGFDLBuRDazBLVac2NE+Y+IjbjQOcXLfF9CSDZVUIoS83rE1nFZsVE8YiWV6Ngr7lV8H6bdoBQGP/l73euDMQ9k+bBQ==\n',
};
const TIME_S = 1_679_315_147;
const NOTE = `${HEAD}\n${LOG_LINE}`;

const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
const key = parseCosigner(sha256, PYTHON.key) ?? { name: '', publicKey: new Uint8Array(0) };
const own = { key, timeS: TIME_S, sign: (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)) };

describe('the cosignature of a head', () => {
  it('has the bytes that another implementation writes, after the lines that were there', () => {
    expect(cosign(sha256, NOTE, own)).toBe(`${NOTE}${PYTHON.line}`);
    expect(cosign(sha256, `${NOTE}${C2SP_LINE}`, own)).toBe(`${NOTE}${C2SP_LINE}${PYTHON.line}`);
  });

  it('states its time, and is not valid after a change of head, time or signature', () => {
    const note = `${NOTE}${C2SP_LINE}${PYTHON.line}`;
    expect(cosignedAt(ed25519, note, key)).toBe(TIME_S);
    expect(cosignedAt(ed25519, note.replace('20852163', '20852164'), key)).toBeNull();
    expect(cosignedAt(ed25519, note.replace('BkGFDLBu', 'BkGFDMBu'), key)).toBeNull();
    expect(cosignedAt(ed25519, note.replace('BQ==', 'BA=='), key)).toBeNull();
    expect(cosignedAt(ed25519, NOTE, key)).toBeNull();
    expect(cosignedAt(ed25519, 'no note', key)).toBeNull();
  });

  it('covers lines of extension too', () => {
    const extended = cosign(sha256, `${HEAD}one more\n\n${LOG_LINE}`, own);
    expect(cosignedAt(ed25519, extended, key)).toBe(TIME_S);
    expect(cosignedAt(ed25519, extended.replace('one more', 'another'), key)).toBeNull();
  });

  it('is not accepted as a log signature of the same key, and a log signature is not accepted as a cosignature', () => {
    const asLog = parseKey(sha256, PYTHON.key);
    expect(asLog).toBeNull();
    expect(openHead(ed25519, `${HEAD}\n${PYTHON.line}`, { ...key, name: 'example.com/behind-the-sofa' })).toMatchObject(
      { isSigned: false },
    );
    const parsed = parseNote(`${NOTE}${PYTHON.line}`);
    expect(parsed && signatureOf(sha256, parsed, key, 0x01)).toBeNull();
  });

  it.each([
    PYTHON.key,
    // The key of a public witness, from the tests of transparency-dev/formats.
    'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2',
  ])('is checked with a key in the text form of other implementations: %s', (text) => {
    const read = parseCosigner(sha256, text);
    expect(read && formatCosigner(sha256, read)).toBe(text);
    expect(parseCosigner(sha256, text.replace(/\+../, '+00'))).toBeNull();
  });

  it('can only be added to a signed note', () => {
    expect(() => cosign(sha256, HEAD, own)).toThrow('signed note');
  });
});

describe('a head in a saved mail', () => {
  it.each([
    NOTE,
    `Hola:\n\n${NOTE}\nAdiós.\n`,
    `Hola:\n\n${NOTE.replaceAll(/^/gm, '    ')}\n`,
    `> Hola:\n> \n${NOTE.replaceAll(/^(?!$)/gm, '> ')}`,
    `Hola:\r\n\r\n${NOTE.replaceAll('\n', '\r\n')}`,
    `Hola:\n\n${NOTE.trimEnd()}`,
  ])('is found in %j', (text) => {
    expect(findHead(text)).toBe(NOTE);
  });

  it('keeps all its lines and signatures', () => {
    const longer = `${HEAD}one more\n\n${LOG_LINE}${PYTHON.line}`;
    expect(findHead(`Hola:\n\n${longer}`)).toBe(longer);
  });

  it('is not found in a text without a signature line', () => {
    expect(findHead(`Hola:\n\n${HEAD}\nAdiós.\n`)).toBeNull();
  });
});
