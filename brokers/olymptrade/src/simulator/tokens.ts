import { fieldsOf, jsonOf } from './wire.ts';

/**
 * Header of the tokens, which have the form of the broker's tokens: an RS256 JWT for 48 hours
 * (docs/spec/brokers/olymptrade.md §1). A plain word replaces the signature.
 */
const HEADER = { alg: 'RS256', typ: 'JWT' };
const SIGNATURE = 'c2ltdWxhdGVk';
const LIFE_S = 172_800;

export type TokenOwner = { readonly userId: number; readonly issuedAtMs: number; readonly expiresAtMs: number };

/** Returns the access token of a user, valid from the given time. */
export function accessToken(userId: number, issuedAtMs: number): string {
  const iat = Math.floor(issuedAtMs / 1_000);
  const claims = { exp: iat + LIFE_S, iat, nbf: iat, type: 'bearer', user_id: userId };
  return [encoded(HEADER), encoded(claims), SIGNATURE].join('.');
}

/** Returns the owner of a token; null for a token that this simulator did not create. */
export function ownerOf(cookieHeader: string): TokenOwner | null {
  const token = /(?:^|;\s*)access_token=([^;]+)/.exec(cookieHeader)?.[1] ?? '';
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature !== SIGNATURE) return null;
  const { user_id: userId, iat, exp } = fieldsOf(jsonOf(Buffer.from(payload, 'base64url').toString('utf8')));
  if (typeof userId !== 'number' || typeof iat !== 'number' || typeof exp !== 'number') return null;
  return { userId, issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
