import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts small secrets for storage. `aad` names the place of the secret (table, column, row). A copy in another place
 * cannot be decrypted.
 */
export interface Sealer {
  seal(plaintext: Uint8Array, aad: string): Buffer;
  /**
   * Decrypts a secret.
   * @throws Error if the bytes were altered, belong to another place, or were encrypted under another key
   */
  open(sealed: Uint8Array, aad: string): Buffer;
}

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key for the secrets of the installation from its first master key. Each use has a separate key. */
export const sealerKeyOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'vigia/sealer/v1', 32));

/**
 * Creates a sealer with the key derived from a master key.
 * @param masterKey 32 bytes
 */
export const createSealer = (masterKey: Uint8Array): Sealer => sealerWithKey(sealerKeyOf(masterKey));

/**
 * Creates a sealer with AES-256-GCM. Layout: version (1) | iv (12) | ciphertext | tag (16), with a new random iv each
 * time.
 * @param key 32 bytes that are used only by this sealer
 */
export function sealerWithKey(key: Uint8Array): Sealer {
  return {
    seal(plaintext, aad) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), iv, body, cipher.getAuthTag()]);
    },
    open(sealed, aad) {
      if (sealed.length < 1 + IV_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw new Error('not a sealed secret');
      const bytes = Buffer.from(sealed);
      const iv = bytes.subarray(1, 1 + IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(aad))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
