import { createHmac, hkdfSync } from 'node:crypto';

/**
 * HMAC-SHA-256 under a key of this installation, for values to be recognised that are too easily guessed for a plain
 * hash, such as six digits or an e-mail address. `purpose` separates the hashes of different uses.
 */
export type KeyedHash = (purpose: string, data: string | Uint8Array) => Buffer;

/** Derives the key of the installation's hashes from its first master key. Each use has a separate key. */
export const hashKeyOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'vigia/keyed-hash/v1', 32));

/** Hashes under the key that is derived from a master key. @param masterKey 32 bytes */
export const createKeyedHash = (masterKey: Uint8Array): KeyedHash => hashUnder(hashKeyOf(masterKey));

/** @param key 32 bytes, for this use only */
export const hashUnder =
  (key: Uint8Array): KeyedHash =>
  (purpose, data) =>
    createHmac('sha256', key).update(`${purpose}\0`).update(data).digest();
