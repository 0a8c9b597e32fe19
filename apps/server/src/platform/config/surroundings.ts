import { BlockList, isIP } from 'node:net';

/** Names that stand for several addresses: this machine and private networks. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal'];

export const TRUSTED_PROXIES_RULE =
  'none o de quién se cree la cabecera X-Forwarded-For: loopback, uniquelocal (redes privadas), direcciones o redes como 192.0.2.0/24, separadas por comas';

/**
 * Parses the proxies whose X-Forwarded-For is trusted, separated by commas. Returns false for `none`, and null for an
 * invalid value, such as a network of all addresses.
 */
export function parseTrustedProxies(text: string): string | false | null {
  if (text === 'none') return false;
  const proxies = text.split(',').map((part) => part.trim());
  return proxies.every((proxy) => NAMED.includes(proxy) || isNetwork(proxy)) ? proxies.join(',') : null;
}

/** Returns true for an address, or for a network with a prefix above 0, because /0 would mean every address. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^[1-9]\d{0,2}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}

/** Parses `a=1,b=2` with percent-encoded values, the format of OpenTelemetry. Returns null if the text is invalid. */
export function parseCollectorHeaders(text: string): Readonly<Record<string, string>> | null {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)=([!-~]+(?: [!-~]+)*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined || !isEncoded(value)) return null;
    headers[name.toLowerCase()] = decodeURIComponent(value);
  }
  return headers;
}

function isEncoded(text: string): boolean {
  try {
    return !/[\r\n]/.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}
