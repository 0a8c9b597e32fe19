import { BROKER_ID_FORM } from '@vigia/core/vocabulary';
import { z } from 'zod';

/** Origins of each broker, by the names in the README of the broker. */
export type BrokerOrigins = Readonly<Record<string, Readonly<Record<string, string>>>>;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

export const BROKER_ORIGINS_RULE =
  'un JSON como {"deriv":{"rest":"http://127.0.0.1:4001"}}, con direcciones de esta máquina o https:// y wss:// del propio bróker';

const Origins = z.record(
  z.string().regex(BROKER_ID_FORM),
  z.record(z.string().regex(/^[a-z]\w{0,20}$/i), z.string().refine(isOrigin)),
);

/**
 * Parses the setting. Returns null if the text is not JSON of this shape. Also returns null if an origin is neither on
 * this machine nor a TLS address with the default port.
 */
export function parseBrokerOrigins(text: string): BrokerOrigins | null {
  return Origins.safeParse(readJson(text)).data ?? null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (pathname !== '/' || [username, password, search, hash].some((part) => part !== '')) return false;
  if (LOOPBACK.has(hostname)) return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol);
  return port === '' && ['https:', 'wss:'].includes(protocol);
}

/**
 * Returns the first origin that is neither on this machine nor on a domain of its broker, or the id of an unknown
 * broker. Returns null if there is none.
 */
export function firstForbiddenOrigin(
  origins: BrokerOrigins,
  brokers: readonly { readonly id: string; readonly traits: { readonly domains: readonly string[] } }[],
): string | null {
  for (const [id, given] of Object.entries(origins)) {
    const broker = brokers.find((one) => one.id === id);
    if (broker === undefined) return id;
    const stray = Object.values(given).find((origin) => !isOwn(new URL(origin).hostname, broker.traits.domains));
    if (stray !== undefined) return stray;
  }
  return null;
}

const isOwn = (hostname: string, domains: readonly string[]): boolean =>
  LOOPBACK.has(hostname) || domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
