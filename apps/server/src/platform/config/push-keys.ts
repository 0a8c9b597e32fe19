import { createECDH } from 'node:crypto';
import { StartupError } from '../startup-error.ts';

/** The key pair that signs push messages (RFC 8292), as base64url, and the contact of its owner. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string; readonly subject: string };

export const PUSH_SUBJECT_RULE = 'una dirección mailto: o https:// de quien responde por los avisos';

export const isPushSubject = (text: string): boolean =>
  /^mailto:[^\s@]+@[^\s@]+$/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:');

type GivenKeys = { readonly [Name in keyof PushKeys]: string | undefined };

/**
 * Reads the settings of push; null if none is set.
 * @throws StartupError if only some are set, or if the keys are not a pair
 */
export function readPushKeys({ publicKey, privateKey, subject }: GivenKeys): PushKeys | null {
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return null;
  if (publicKey === undefined || privateKey === undefined || subject === undefined)
    throw new StartupError(
      'Para enviar avisos a los navegadores hacen falta VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY y VAPID_SUBJECT: da las tres o ninguna.',
      { exitCode: 2 },
    );
  if (!isKeyPair(publicKey, privateKey))
    throw new StartupError(
      'VAPID_PUBLIC_KEY y VAPID_PRIVATE_KEY no son del mismo par: crea uno con «npx --no-install web-push generate-vapid-keys».',
      { exitCode: 2 },
    );
  return { publicKey, privateKey, subject };
}

/** Returns true if the two keys are a pair. */
function isKeyPair(publicKey: string, privateKey: string): boolean {
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return curve.getPublicKey().equals(Buffer.from(publicKey, 'base64url'));
  } catch {
    return false;
  }
}
