import { createHmac, hkdfSync } from 'node:crypto';

/**
 * HMAC-SHA-256 under a key of this installation. It is used for values that are too easy to guess for a plain hash,
 * such as six digits or an e-mail address. `purpose` separates the hashes of different uses.
 */
export type KeyedHash = (purpose: string, data: string | Uint8Array) => Buffer;

/** Derives the key for the hashes of the installation from its first master key. Each use has a separate key. */
export const hashKeyOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'vigia/keyed-hash/v1', 32));

/**
 * Creates a hash function with the key derived from a master key.
 * @param masterKey 32 bytes
 */
export const createKeyedHash = (masterKey: Uint8Array): KeyedHash => hasherWithKey(hashKeyOf(masterKey));

/**
 * Creates a hash function.
 * @param key 32 bytes that are used only for hashes
 */
export const hasherWithKey =
  (key: Uint8Array): KeyedHash =>
  (purpose, data) =>
    createHmac('sha256', key).update(`${purpose}\0`).update(data).digest();
