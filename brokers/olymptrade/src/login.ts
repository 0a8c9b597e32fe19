import type { BrokerCredentials, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { z } from 'zod';

/** The headers of the upgrade, built from a pasted token. They are secret. */
export type BrowserSession = {
  /** Value of the Cookie header. */
  readonly cookie: string;
  readonly userAgent: string;
  /** Expiry of the token, UTC epoch milliseconds; null if the token names none. */
  readonly expiresAtMs: number | null;
};

/** User-Agent that is used if the user pasted none. */
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36';
const COOKIE = 'access_token';
/** Form of a cookie value (RFC 6265). Another text could add further headers. */
const TOKEN = /^[\w!#$%&'()*+./:<=>?@[\]^`{|}~-]+$/;
const Claims = z.object({ exp: z.number().optional() });

/**
 * Reads a pasted text: the bare token, `access_token=…` or a whole Cookie header, because browsers offer each of them
 * for copying.
 */
export function browserSession(
  credentials: Extract<BrokerCredentials, { kind: 'browser_session' }>,
): Result<BrowserSession, BrokerFault> {
  const others = cookiesOf(credentials.cookies ?? '');
  const pasted = cookiesOf(credentials.token);
  const token = pasted.get(COOKIE) ?? (credentials.token.trim() || others.get(COOKIE) || '');
  const kept = pasted.has(COOKIE) ? [...others, ...pasted] : others;
  const userAgent = credentials.userAgent?.trim() || USER_AGENT;
  const all = [...new Map([...kept, [COOKIE, token]])];
  if (!all.every(([name, value]) => TOKEN.test(name) && TOKEN.test(value)) || !/^[\x20-\x7e]+$/.test(userAgent))
    return err({ kind: 'auth_invalid', detail: 'what was pasted is no access_token' });
  return ok({
    cookie: all.map(([name, value]) => `${name}=${value}`).join('; '),
    userAgent,
    expiresAtMs: expiryOf(token),
  });
}

function cookiesOf(header: string): Map<string, string> {
  const pairs = header.split(';').flatMap((part) => {
    const [, name, value] = /^\s*([A-Za-z][\w.-]*)=(.+?)\s*$/.exec(part) ?? [];
    return name && value ? [[name, value] as const] : [];
  });
  return new Map(pairs);
}

/** Returns the `exp` of a JWT (RFC 7519). Only the broker checks the signature. */
function expiryOf(token: string): number | null {
  const [, payload] = token.split('.');
  if (payload === undefined) return null;
  try {
    const claims = Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return claims.success && claims.data.exp !== undefined ? claims.data.exp * 1_000 : null;
  } catch {
    return null;
  }
}
