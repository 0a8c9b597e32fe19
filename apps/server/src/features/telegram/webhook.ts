import { createHash, timingSafeEqual } from 'node:crypto';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';

/** Path to which Telegram posts updates. */
export const WEBHOOK_PATH = '/api/v1/telegram/updates';
export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Returns the secret that Telegram sends with each update. All processes of the installation derive the same. */
export const webhookSecret = (keyedHash: KeyedHash, token: string): string =>
  keyedHash('telegram-webhook', token).toString('base64url');

/** Compares a header with the secret, in a time that does not depend on the first wrong character. */
export function isSecret(given: unknown, secret: string): boolean {
  if (typeof given !== 'string') return false;
  return timingSafeEqual(sha256(given), sha256(secret));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Hosts that Telegram cannot reach. */
const PRIVATE_HOST = /^(?:localhost|.*\.local|10\..*|127\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/;
/** Ports to which Telegram posts. */
const PORTS = new Set(['', '443', '80', '88', '8443']);

/** Returns the address for updates; null if Telegram cannot reach the installation, which then requests them. */
export function webhookUrl(siteUrl: string | null): string | null {
  if (siteUrl === null) return null;
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== 'https:' || PRIVATE_HOST.test(hostname) || !PORTS.has(port)) return null;
  return siteUrl + WEBHOOK_PATH;
}
