import { createHmac } from 'node:crypto';

const SECRET_BYTES = 32;

/** Creates a secret that signs the messages to a webhook. */
export const makeWebhookSecret = (randomBytes: (count: number) => Buffer): string =>
  `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/**
 * Returns the signature header of a body, in the form of Stripe: the time in seconds, and the HMAC-SHA-256 of
 * `<time>.<body>` in hex, whose key is the whole text of the secret. The time lets a receiver refuse old copies.
 */
export function signatureOf(secret: string, body: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
