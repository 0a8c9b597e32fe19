import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of a refresh token. `counter` is how often the session had been rotated when the token was issued. */
export type RefreshToken = { readonly sessionId: string; readonly counter: number; readonly mac: Buffer };

const VERSION = 1;
const MAC_OFFSET = 1 + 16 + 4;
const TOKEN_BYTES = MAC_OFFSET + 32;

/** Returns the bytes that the MAC covers: version (1) ‖ session id (16) ‖ counter (4, big endian). */
function claimsOf(sessionId: string, counter: number): Buffer {
  const claims = Buffer.alloc(MAC_OFFSET);
  claims.writeUInt8(VERSION, 0);
  claims.write(sessionId.replaceAll('-', ''), 1, 'hex');
  claims.writeUInt32BE(counter, 17);
  return claims;
}

const macOf = (claims: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(claims).digest();

/**
 * Returns the refresh token of a session at a counter: claims ‖ HMAC-SHA256 under the session's own key, in base64url.
 * The same inputs always give the same token, so it can be returned again without being stored.
 */
export function makeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
  const claims = claimsOf(sessionId, counter);
  return Buffer.concat([claims, macOf(claims, key)]).toString('base64url');
}

/** Parses a token without verifying it; null if it has another format. */
export function parseRefreshToken(token: string): RefreshToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token || bytes.readUInt8(0) !== VERSION)
    return null;
  const hex = bytes.subarray(1, 17).toString('hex');
  const sessionId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { sessionId, counter: bytes.readUInt32BE(17), mac: bytes.subarray(MAC_OFFSET) };
}

/** True if the token was created with this session's key. */
export function isGenuineRefreshToken(token: RefreshToken, key: Buffer): boolean {
  return timingSafeEqual(token.mac, macOf(claimsOf(token.sessionId, token.counter), key));
}
