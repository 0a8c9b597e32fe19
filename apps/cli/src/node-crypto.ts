import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Ed25519, Sha256 } from '@vigia/core/evidence-log';

/** SHA-256 of Node. */
export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** Ed25519 of Node. */
export const ed25519: Ed25519 = {
  sha256,
  verify(publicKey, message, signature) {
    const x = Buffer.from(publicKey).toString('base64url');
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  },
};

/** Number of bytes of the seed of an Ed25519 key. */
export const SEED_BYTES = 32;
/** The beginning of every Ed25519 private key in PKCS #8 (RFC 8410 §7); the seed follows. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the public key and the signer of a seed of {@link SEED_BYTES} bytes. */
export function signerOf(seed: Uint8Array): { readonly publicKey: Uint8Array; sign: (message: Uint8Array) => Buffer } {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { publicKey: der.subarray(-SEED_BYTES), sign: (message) => sign(null, message, key) };
}
