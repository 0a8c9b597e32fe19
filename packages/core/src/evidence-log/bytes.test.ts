import { describe, expect, it } from 'vitest';
import { concat, fromBase64, fromHex, toBase64, toHex, toUtf8, writeHex, writeUtf8 } from './bytes.ts';

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe('base64', () => {
  it.each([0, 1, 2, 3, 4, 255, 256])('equals the base64 of Node for %i bytes', (length) => {
    const bytes = EVERY_BYTE.slice(0, length);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });

  it.each(['=', '====', 'AA=A', 'AAA', 'AAAAA', 'A A=', 'AAA=AAAA', 'AAF=', 'AF==', ' AAAA', 'AAAA '])(
    'is not read from %j',
    (text) => {
      expect(fromBase64(text)).toBeNull();
    },
  );
});

describe('hex', () => {
  it('has two lower-case digits for every byte', () => {
    expect(toHex(EVERY_BYTE)).toBe(Buffer.from(EVERY_BYTE).toString('hex'));
    expect(fromHex(toHex(EVERY_BYTE))).toEqual(EVERY_BYTE);
    expect(fromHex('')).toEqual(new Uint8Array(0));
  });

  it.each(['0', '000', 'AB', '0g', ' 00', '00 ', '00\n'])('is not read from %j', (text) => {
    expect(fromHex(text)).toBeNull();
  });

  it('is written from a given offset of the buffer on', () => {
    const bytes = new Uint8Array(2 + 512);
    expect(writeHex(bytes, 2, EVERY_BYTE)).toBe(bytes.length);
    expect(Buffer.from(bytes.subarray(2)).toString('latin1')).toBe(toHex(EVERY_BYTE));
    expect([bytes[0], bytes[1]]).toEqual([0, 0]);
  });
});

describe('UTF-8', () => {
  it.each([0x0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x1_0000, 0x10_ffff])(
    'equals the bytes of TextEncoder for the code point %i between others',
    (point) => {
      const text = `a${String.fromCodePoint(point)}ñb`;
      expect(toUtf8(text)).toEqual(new TextEncoder().encode(text));
    },
  );

  it.each(['\ud800', '\udbff', '\udc00', '\udfff', 'a\ud800b', 'a\udfffb', '\udc00\ud800', '\ud800\ud800\udc00'])(
    'replaces the lone surrogate in %j like TextEncoder',
    (text) => {
      expect(toUtf8(text)).toEqual(new TextEncoder().encode(text));
    },
  );

  it('is written from the given place on', () => {
    const bytes = new Uint8Array(8).fill(1);
    expect(writeUtf8(bytes, 3, 'é€')).toBe(8);
    expect([...bytes]).toEqual([1, 1, 1, 0xc3, 0xa9, 0xe2, 0x82, 0xac]);
  });
});

describe('concat', () => {
  it('puts the parts one after the other', () => {
    expect([...concat(Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3))]).toEqual([1, 2, 3]);
    expect(concat()).toEqual(new Uint8Array(0));
  });
});
