import type { BrokerCredentials } from '@vigia/broker-kit/port';

/** Shorter texts stand in ordinary words too. */
const MIN_LENGTH = 4;

/** Takes every secret of a login out of a text meant for the log, whatever it came in by: an adapter may slip. */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const found = secrets.filter((secret) => secret.length >= MIN_LENGTH).toSorted((a, b) => b.length - a.length);
  return (text) => found.reduce((rest, secret) => rest.replaceAll(secret, '[oculto]'), text);
}

/** What must not be seen of a login: each value, and each cookie by itself. */
export function secretsOf(credentials: BrokerCredentials, resume: string | null): readonly string[] {
  const own = Object.entries(credentials).flatMap(([name, value]) =>
    name === 'kind' || name === 'userAgent' || value === null ? [] : [value],
  );
  const cookies = credentials.kind === 'browser_session' ? (credentials.cookies ?? '').split(/[;=]\s*/) : [];
  const encoded = own.map((value) => encodeURIComponent(value));
  return [...own, ...encoded, ...cookies.filter((part) => part.length >= 12), ...(resume === null ? [] : [resume])];
}
