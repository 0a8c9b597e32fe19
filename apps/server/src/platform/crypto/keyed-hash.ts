import { createHmac, hkdfSync } from 'node:crypto';

/**
 * HMAC-SHA-256 under a key of this installation: for what must be recognised again but is too easily guessed for a plain
 * hash, such as six digits or an e-mail address. `purpose` keeps hashes of different uses apart.
 */
export type KeyedHash = (purpose: string, data: string | Uint8Array) => Buffer;

/** The key of the installation's hashes, as long as it has never been changed: other uses get keys of their own. */
export const hashKeyOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'vigia/keyed-hash/v1', 32));

/** Hashes under the key that belongs to a master key from the beginning. @param masterKey 32 bytes */
export const createKeyedHash = (masterKey: Uint8Array): KeyedHash => hashUnder(hashKeyOf(masterKey));

/** @param key 32 bytes, of this one use */
export const hashUnder =
  (key: Uint8Array): KeyedHash =>
  (purpose, data) =>
    createHmac('sha256', key).update(`${purpose}\0`).update(data).digest();
