import { createHash } from 'node:crypto';
import type { Metadata } from '../users/auth-user.ts';

/** The purpose of a mailed token. */
export type TokenKind = 'signup' | 'recovery' | 'email_change' | 'reauthentication';

/** A PKCE challenge: the client that shows its verifier is the browser that made the request. */
export type CodeChallenge = { readonly challenge: string; readonly method: 's256' | 'plain' };

/** The request that is applied when the token is shown, besides the proof that the mail was read. */
export type TokenRequest = {
  /** The password of this very request: the owner's click must not validate another client's password. */
  readonly passwordHash?: string | null;
  /** The user details of this very request. */
  readonly metadata?: Metadata | null;
  readonly newEmail?: string | null;
  /** The session the request came in: it stays open when the address changes. */
  readonly sessionId?: string | null;
  /** One that `allowedRedirect` let through. */
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
};

/** A token as mailed: in the link, or six digits to type. */
export type MailedToken = { readonly token: string; readonly digits: string };

/** A token that was shown in time; it is used up by now. */
export type ConsumedToken = Required<TokenRequest> & { readonly userId: string; readonly kind: TokenKind };

/** ASVS 6.5.5 asks for an hour at most. */
export const TOKEN_LIFE_MS = 60 * 60_000;
/** Six digits bear this many wrong tries before the token is worth nothing. */
export const DIGIT_TRIES = 10;
export const PKCE_PREFIX = 'pkce_';

const TOKEN_BYTES = 32;

/**
 * Makes a token of 256 bits and its six digits. A token that was requested with a challenge starts with `pkce_`, which
 * is part of the token itself.
 * @param randomBytes cryptographically strong
 */
export function makeMailedToken(randomBytes: (length: number) => Buffer, isPkce: boolean): MailedToken {
  const token = (isPkce ? PKCE_PREFIX : '') + randomBytes(TOKEN_BYTES).toString('base64url');
  // 48 random bits over a million: the bias is below one in 10^8.
  const digits = String(randomBytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  return { token, digits };
}

/** The stored hash of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
