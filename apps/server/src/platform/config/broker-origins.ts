import { BROKER_IDS, type BrokerId } from '@vigia/core/vocabulary';
import { z } from 'zod';

/** By broker, then by the name its README gives an origin. */
export type BrokerOrigins = Readonly<Partial<Record<BrokerId, Readonly<Record<string, string>>>>>;

/** The brokers' own domains: with people's credentials nothing else is ever called over the network. */
const DOMAINS: Readonly<Record<BrokerId, readonly string[]>> = {
  deriv: ['derivws.com', 'deriv.com', 'binaryws.com'],
  iqoption: ['iqoption.com'],
  quotex: ['qxbroker.com', 'quotex.com', 'market-qx.pro', 'market-qx.trade'],
  olymptrade: ['olymptrade.com'],
};
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

export const BROKER_ORIGINS_RULE =
  'un JSON como {"deriv":{"rest":"http://127.0.0.1:4001"}}, con direcciones de esta máquina o https:// y wss:// del propio bróker';

const Origins = z.partialRecord(z.enum(BROKER_IDS), z.record(z.string().regex(/^[a-z]\w{0,20}$/i), z.string()));

/** null: not JSON of that shape, or an origin that is neither on this machine nor one of the broker's own hosts. */
export function parseBrokerOrigins(text: string): BrokerOrigins | null {
  const parsed = Origins.safeParse(readJson(text));
  if (!parsed.success) return null;
  const isAllowed = BROKER_IDS.every((id) =>
    Object.values(parsed.data[id] ?? {}).every((origin) => mayBeCalled(id, origin)),
  );
  return isAllowed ? parsed.data : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function mayBeCalled(id: BrokerId, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(origin);
  if (pathname !== '/' || [username, password, search, hash].some((part) => part !== '')) return false;
  if (LOOPBACK.has(hostname)) return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol);
  const isOwn = DOMAINS[id].some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  return isOwn && port === '' && ['https:', 'wss:'].includes(protocol);
}
