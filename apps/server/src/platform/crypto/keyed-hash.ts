import { createHmac, hkdfSync } from 'node:crypto';

/**
 * HMAC-SHA-256 under a key of this installation: for what must be recognised again but is too easily guessed for a plain
 * hash, such as six digits or an e-mail address. `purpose` keeps hashes of different uses apart.
 */
export type KeyedHash = (purpose: string, data: string | Uint8Array) => Buffer;

/** @param masterKey 32 bytes; the key in use is derived from it, so that other uses get keys of their own */
export function createKeyedHash(masterKey: Uint8Array): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'vigia/keyed-hash/v1', 32));
  return (purpose, data) => createHmac('sha256', key).update(`${purpose}\0`).update(data).digest();
}
