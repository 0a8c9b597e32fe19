import { createECDH } from 'node:crypto';

/** The key pair that signs push messages (RFC 8292), as base64url, and the contact of its owner. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string; readonly subject: string };

export const PUSH_SUBJECT_RULE = 'una dirección mailto: o https:// de quien responde por los avisos';

export const isPushSubject = (text: string): boolean =>
  /^mailto:[^\s@]+@[^\s@]+$/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:');

/** Returns true if the two keys are a pair. */
export function isKeyPair(publicKey: string, privateKey: string): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return curve.getPublicKey().equals(Buffer.from(publicKey, 'base64url'));
  } catch {
    return false;
  }
}
