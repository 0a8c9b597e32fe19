import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { findHead, openHead, parseHead } from './checkpoint.ts';
import { cosign, cosignedAt } from './cosignature.ts';
import type { Sha256 } from './hashing.ts';
import {
  COSIGNER_KEY,
  type Ed25519,
  formatKey,
  isKeyName,
  isSignedBy,
  type NoteKey,
  parseKey,
  parseNote,
  signatureLine,
  signatureOf,
  signNote,
} from './signed-note.ts';

const NOTE_KEY = 0x01;
const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
/** Accepts every signature, so that only the other conditions decide. */
const trusting: Ed25519 = { sha256, verify: () => true };
const key: NoteKey = { name: 'log', publicKey: new Uint8Array(32).fill(7) };
const other: NoteKey = { name: 'log', publicKey: new Uint8Array(32).fill(8) };
const bytesOf = (length: number, value = 1) => new Uint8Array(length).fill(value);
const lineOf = (length: number, by = key, value = 1) => signatureLine(sha256, by, NOTE_KEY, bytesOf(length, value));
const ROOT = toBase64(bytesOf(32));

describe('the name of a key', () => {
  it.each(['a', 'example.com/log', 'ñ-1'])('may be %j', (name) => {
    expect(isKeyName(name)).toBe(true);
  });

  it.each(['', 'a b', 'a+b', '+', ' a', 'a\n'])('may not be %j, and no note is signed under that name', (name) => {
    expect(isKeyName(name)).toBe(false);
    expect(() => signNote(sha256, 'text\n', { ...key, name }, () => bytesOf(64))).toThrow('its key has a name');
  });
});

describe('the text form of a key', () => {
  const text = formatKey(sha256, key);

  it('is parsed to the same key', () => {
    expect(parseKey(sha256, text)).toEqual(key);
  });

  it.each([
    ['another type', formatKey(sha256, key, COSIGNER_KEY)],
    ['a shorter key', formatKey(sha256, { ...key, publicKey: bytesOf(31) })],
    ['a longer key', formatKey(sha256, { ...key, publicKey: bytesOf(33) })],
    ['another name', text.replace('log', 'lag')],
    ['text before it', ` ${text}`],
    ['a part more', `a+${text}`],
    ['text after it', `${text} `],
  ])('is refused with %s', (_what, changed) => {
    expect(parseKey(sha256, changed)).toBeNull();
  });
});

describe('a note', () => {
  it('is not signed without a line feed at its end', () => {
    expect(() => signNote(sha256, 'text', key, () => bytesOf(64))).toThrow('a note has lines');
  });

  it('may have a hundred signatures and no more', () => {
    expect(parseNote(`text\n\n${lineOf(64).repeat(100)}`)?.signatures).toHaveLength(100);
    expect(parseNote(`text\n\n${lineOf(64).repeat(101)}`)).toBeNull();
  });

  it('keeps blank lines of its text: only the last one separates the signatures', () => {
    expect(parseNote(`a\n\nb\n\n${lineOf(64)}`)).toMatchObject({ text: 'a\n\nb\n', signatures: [{ name: 'log' }] });
  });

  it.each([
    ['no blank line', `text\n${lineOf(64)}`],
    ['no signature', 'text\n\n'],
    ['one malformed line of two', `text\n\n${lineOf(64)}— log AAAA\n`],
    ['text before a signature', `text\n\nx${lineOf(64)}`],
    ['text after a signature', `text\n\n${lineOf(64).replace('\n', ' x\n')}`],
    ['a signature that has only the id of its key', `text\n\n${lineOf(0)}`],
  ])('is malformed with %s', (_what, note) => {
    expect(parseNote(note)).toBeNull();
  });

  it('is signed by a key if its first signature with the name and the id of the key has the right length', () => {
    const isSigned = (...lines: readonly string[]) => {
      const note = parseNote(`text\n\n${lines.join('')}`);
      return note !== null && isSignedBy(trusting, note, key);
    };
    expect(isSigned(lineOf(64))).toBe(true);
    expect(isSigned(lineOf(64, other), lineOf(64))).toBe(true);
    expect(isSigned(lineOf(64, other))).toBe(false);
    expect(isSigned(lineOf(64).replace('— log', '— lag'))).toBe(false);
    expect(isSigned(lineOf(63))).toBe(false);
    expect(isSigned(lineOf(65))).toBe(false);
    expect(isSigned(lineOf(63), lineOf(64))).toBe(false);
  });

  it('gives the first of several signatures of a key', () => {
    const note = parseNote(`text\n\n${lineOf(64, key, 2)}${lineOf(64, key, 3)}`);
    expect(note && signatureOf(sha256, note, key, NOTE_KEY)).toEqual(bytesOf(64, 2));
    expect(note && signatureOf(sha256, note, key, COSIGNER_KEY)).toBeNull();
  });
});

describe('the text of a head', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('has the size %s', (digits, size) => {
    expect(parseHead(`log\n${digits}\n${ROOT}\n`)?.size).toBe(size);
  });

  it.each(['', '-1', '01', '1.5', '1e3', ' 1', '1 ', 'x', '9007199254740992'])(
    'is malformed with the size %j',
    (size) => {
      expect(parseHead(`log\n${size}\n${ROOT}\n`)).toBeNull();
    },
  );

  it.each([
    ['an empty origin', `\n1\n${ROOT}\n`],
    ['a root of 31 bytes', `log\n1\n${toBase64(bytesOf(31))}\n`],
    ['a root of 33 bytes', `log\n1\n${toBase64(bytesOf(33))}\n`],
    ['a root that is not base64', 'log\n1\n?\n'],
    ['a last line without its end', `log\n1\n${ROOT}\nmore`],
  ])('is malformed with %s', (_what, text) => {
    expect(parseHead(text)).toBeNull();
  });

  it('is signed only if the key has the name of its origin', () => {
    const noteOf = (origin: string) => `${origin}\n1\n${ROOT}\n\n${lineOf(64)}`;
    expect(openHead(trusting, noteOf('log'), key)?.isSigned).toBe(true);
    expect(openHead(trusting, noteOf('another'), key)?.isSigned).toBe(false);
    expect(openHead(trusting, `x\n\n${lineOf(64)}`, key)).toBeNull();
  });

  it('is found in another text, with Windows line ends, e-mail quote marks (`> `), or no last line end', () => {
    const note = `log\n12\n${ROOT}\nmore\n\n${lineOf(64)}`;
    expect(findHead(`Hola\n${note.slice(0, -1)}`)).toBe(note);
    expect(findHead(`Hola\r\n${note.replaceAll('\n', '\r\n')}Adiós`)).toBe(note);
    expect(findHead(note.replaceAll(/^/gm, '> \t'))).toBe(note);
    expect(findHead(`log\n12\n${ROOT}\n`)).toBeNull();
  });
});

describe('a cosignature', () => {
  const head = `log\n1\n${ROOT}\n\n${lineOf(64)}`;
  const at = (timeS: number, length = 64) => cosign(sha256, head, { key, timeS, sign: () => bytesOf(length) });

  it('has its time in eight bytes before the signature', () => {
    expect(cosignedAt(trusting, at(0), key)).toBe(0);
    expect(cosignedAt(trusting, at(2 ** 40 + 5), key)).toBe(2 ** 40 + 5);
    expect(cosignedAt({ ...trusting, verify: () => false }, at(5), key)).toBeNull();
  });

  it('is refused with a time that is not exact, or with a signature of another length', () => {
    expect(cosignedAt(trusting, at(2 ** 53), key)).toBeNull();
    expect(cosignedAt(trusting, at(5, 63), key)).toBeNull();
    expect(cosignedAt(trusting, at(5, 65), key)).toBeNull();
  });

  it('is checked over the head and the time, without the time bytes', () => {
    const seen: [string, number][] = [];
    const verify: Ed25519['verify'] = (_key, message, signature) => {
      seen.push([Buffer.from(message).toString('utf8'), signature.length]);
      return true;
    };
    cosignedAt({ sha256, verify }, at(5), key);
    expect(seen).toEqual([[`cosignature/v1\ntime 5\nlog\n1\n${ROOT}\n`, 64]]);
  });
});
