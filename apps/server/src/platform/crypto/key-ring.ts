import { createHash, hkdfSync } from 'node:crypto';
import { type Sealer, sealerWithKey } from './sealer.ts';

/** An encrypted key, and the id of the master key that encrypted it. */
export type WrappedKey = { readonly keyId: string; readonly sealed: Buffer };

/** The available master keys: one, or two during a rotation. Master keys encrypt only other keys. */
export interface KeyRing {
  /**
   * Encrypts a key under the master key `keyId`.
   * @throws Error if that master key is not available
   */
  wrap(keyId: string, key: Uint8Array, aad: string): WrappedKey;
  /**
   * Decrypts a key.
   * @throws Error if its master key is not available, the bytes were altered, or `aad` differs from that of `wrap`
   */
  unwrap(wrapped: WrappedKey, aad: string): Buffer;
  has(keyId: string): boolean;
}

/** Returns the id of a master key. The id reveals nothing about the key. */
export const keyIdOf = (masterKey: Uint8Array): string =>
  createHash('sha256').update('vigia/key-id/v1\0').update(masterKey).digest('hex').slice(0, 16);

/**
 * Creates a key ring.
 * @param readKeys returns the current master keys; called again for an unknown id, because a rotation may happen while
 * the server runs
 */
export function createKeyRing(readKeys: () => readonly Uint8Array[]): KeyRing {
  const sealers = new Map<string, Sealer>();
  const learn = (): void => {
    for (const key of readKeys()) {
      sealers.set(keyIdOf(key), sealerWithKey(Buffer.from(hkdfSync('sha256', key, '', 'vigia/key-wrap/v1', 32))));
    }
  };
  const find = (keyId: string): Sealer | undefined => {
    if (!sealers.has(keyId)) learn();
    return sealers.get(keyId);
  };
  const get = (keyId: string): Sealer => {
    const sealer = find(keyId);
    if (sealer === undefined) throw new Error(`master key ${keyId} is not at hand`);
    return sealer;
  };
  return {
    wrap: (keyId, key, aad) => ({ keyId, sealed: get(keyId).seal(key, aad) }),
    unwrap: ({ keyId, sealed }, aad) => get(keyId).open(sealed, aad),
    has: (keyId) => find(keyId) !== undefined,
  };
}
