import { dictionary } from '@zxcvbn-ts/language-common';
import type { WeakPasswordReason } from '../errors/auth-error.ts';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 512;

/** What the international list lacks in the language of our users. */
const SPANISH = [
  'contraseña',
  'contraseña1',
  'contraseña123',
  'contrasena123',
  'holamundo',
  'micontraseña',
  'teamomucho',
];

const COMMON = new Set(
  [...dictionary.passwords, ...SPANISH].filter((password) => password.length >= PASSWORD_MIN_LENGTH),
);

/**
 * Why a password is too weak to be chosen; empty if it may be used. Length counts and being known counts, mixing kinds
 * of characters does not (OWASP ASVS 6.2). `ownWords` are what an attacker tries first, such as the person's address.
 */
export function weaknesses(password: string, ownWords: readonly string[] = []): readonly WeakPasswordReason[] {
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) return ['length'];
  const lower = password.toLowerCase();
  return COMMON.has(lower) || ownWords.some((word) => word.toLowerCase() === lower) ? ['pwned'] : [];
}
