import type { BrokerCredentials } from '@vigia/broker-kit/port';

/** Secrets shorter than this are not removed, because they also occur in ordinary words. */
const MIN_LENGTH = 4;

/**
 * Returns a function that removes every secret of a login from a text for the log, because an adapter may include one
 * by mistake.
 */
export function secretScrubber(secrets: readonly string[]): (text: string) => string {
  const found = secrets.filter((secret) => secret.length >= MIN_LENGTH).toSorted((a, b) => b.length - a.length);
  return (text) => found.reduce((rest, secret) => rest.replaceAll(secret, '[oculto]'), text);
}

/** Returns the secrets of a login: each value, and each cookie separately. */
export function secretsOf(credentials: BrokerCredentials, resume: string | null): readonly string[] {
  const own = Object.entries(credentials).flatMap(([name, value]) =>
    name === 'kind' || name === 'userAgent' || typeof value !== 'string' ? [] : [value],
  );
  const cookies = credentials.kind === 'browser_session' ? (credentials.cookies ?? '').split(/[;=]\s*/) : [];
  const encoded = own.map((value) => encodeURIComponent(value));
  return [...own, ...encoded, ...cookies.filter((part) => part.length >= 12), ...(resume === null ? [] : [resume])];
}
