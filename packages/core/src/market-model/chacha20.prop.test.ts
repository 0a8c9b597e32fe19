import { createCipheriv } from 'node:crypto';
import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChaCha20 } from './chacha20.ts';

/** Returns the little-endian words of bytes. */
function wordsOf(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int32Array.from({ length: bytes.length / 4 }, (_, word) => view.getInt32(4 * word, true));
}

const fromHex = (hex: string): Int32Array => wordsOf(Buffer.from(hex.replaceAll(/[\s:]/g, ''), 'hex'));

function hexOf(block: Int32Array): string {
  const bytes = Buffer.alloc(64);
  block.forEach((word, index) => bytes.writeInt32LE(word, 4 * index));
  return bytes.toString('hex');
}

/** Returns a block of the implementation in OpenSSL, whose initial vector is the counter followed by the nonce. */
function opensslBlock(key: Uint8Array, counter: number, nonce: Uint8Array): string {
  const iv = Buffer.alloc(16);
  iv.writeUInt32LE(counter, 0);
  iv.set(nonce, 4);
  return createCipheriv('chacha20', key, iv).update(Buffer.alloc(64)).toString('hex');
}

describe('ChaCha20', () => {
  it('gives the block of RFC 8439 §2.3.2', () => {
    const cipher = new ChaCha20(fromHex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'));
    const [n0 = 0, n1 = 0, n2 = 0] = fromHex('000000090000004a00000000');
    expect(hexOf(cipher.block(1, n0, n1, n2))).toBe(
      '10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e' +
        'd2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e',
    );
  });

  it('gives the first two blocks of the zero key of RFC 8439 appendix A.1', () => {
    const cipher = new ChaCha20(new Int32Array(8));
    expect(hexOf(cipher.block(0, 0, 0, 0))).toBe(
      '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7' +
        'da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586',
    );
    expect(hexOf(cipher.block(1, 0, 0, 0))).toBe(
      '9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed' +
        '29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f',
    );
  });

  it('gives the same blocks as OpenSSL for any key, counter and nonce', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const counters = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(
      fc.property(bytes(32), counters, bytes(12), (key, counter, nonce) => {
        const [n0 = 0, n1 = 0, n2 = 0] = wordsOf(nonce);
        const cipher = new ChaCha20(new Int32Array(8));
        cipher.rekey(wordsOf(key));
        expect(hexOf(cipher.block(counter, n0, n1, n2))).toBe(opensslBlock(key, counter, nonce));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
