import { createHash } from 'node:crypto';
import type { Metadata } from '../users/auth-user.ts';

/** The purpose of a mailed token. */
export type TokenKind = 'signup' | 'recovery' | 'email_change' | 'reauthentication';

/** A PKCE challenge. Only the browser that made the request has the verifier. */
export type CodeChallenge = { readonly challenge: string; readonly method: 's256' | 'plain' };

/** The data of a request that the server applies when the user uses the mailed token. */
export type TokenRequest = {
  /**
   * Hash of the password in this request. It is stored with the token, so that a link confirms only the password of the
   * request that caused its mail.
   */
  readonly passwordHash?: string | null;
  /** The user details in this request. */
  readonly metadata?: Metadata | null;
  readonly newEmail?: string | null;
  /** The session of the request. It stays open when the address changes. */
  readonly sessionId?: string | null;
  /** Address to redirect to, already checked by `allowedRedirect`. */
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
};

/** A token as mailed: in the link, and as six digits to type. */
export type MailedToken = { readonly token: string; readonly digits: string };

/** A token that was used before its expiry and has been deleted. */
export type ConsumedToken = Required<TokenRequest> & { readonly userId: string; readonly kind: TokenKind };

/** Lifetime of a token; ASVS 6.5.5 requires an hour at most. */
export const TOKEN_LIFE_MS = 60 * 60_000;
/** Number of wrong attempts at the six digits after which the token is invalid. */
export const MAX_DIGIT_ATTEMPTS = 10;
export const PKCE_PREFIX = 'pkce_';

const TOKEN_BYTES = 32;

/**
 * Creates a token of 256 bits and its six digits. A token that was requested with a PKCE challenge starts with `pkce_`;
 * this prefix is part of the token.
 * @param randomBytes cryptographically strong
 */
export function makeMailedToken(randomBytes: (length: number) => Buffer, isPkce: boolean): MailedToken {
  const token = (isPkce ? PKCE_PREFIX : '') + randomBytes(TOKEN_BYTES).toString('base64url');
  // The remainder of 48 random bits modulo a million has a bias below one in 10^8.
  const digits = String(randomBytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  return { token, digits };
}

/** Returns the hash that is stored for a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
