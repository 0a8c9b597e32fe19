import { createHash } from 'node:crypto';

export const CODES_AT_ONCE = 10;
/** 80 bits cannot be guessed, so that a plain hash is safe. */
const CODE_BYTES = 10;
/** Base 32 without 0, 1, I and O, which look like one another on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const BITS_PER_CHARACTER = 5n;

/**
 * A fresh code such as `K7QP-2MXA-9WDT-HB4C`.
 * @param randomBytes cryptographically strong
 */
export function makeRecoveryCode(randomBytes: (length: number) => Buffer): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`);
  let code = '';
  for (let left = (CODE_BYTES * 8) / 5; left > 0; left -= 1) {
    code += ALPHABET.charAt(Number(bits & 31n));
    bits >>= BITS_PER_CHARACTER;
  }
  return code.replace(/.{4}(?=.)/g, '$&-');
}

/** The stored hash of a code; case, dashes and blanks make no difference. */
export const recoveryCodeHash = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
