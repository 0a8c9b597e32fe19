import { createHash } from 'node:crypto';

export const RECOVERY_CODES_PER_SET = 10;
/** Length of a code in bytes. 80 random bits cannot be guessed, so a fast hash is enough. */
const CODE_BYTES = 10;
/** Base 32 without 0, 1, I and O, which look alike on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const BITS_PER_CHARACTER = 5n;

/**
 * Creates a code such as `K7QP-2MXA-9WDT-HB4C`.
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

/** Returns the hash that is stored for a code. It ignores case, dashes and blanks. */
export const recoveryCodeHash = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
