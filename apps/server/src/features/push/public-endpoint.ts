import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
/**
 * Public IPv6 addresses: the global unicast range (2000::/3), without ranges that embed an IPv4 address or are reserved
 * for examples.
 */
const WORLD = new BlockList();
WORLD.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

/** Returns true if an IP address is public. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !PRIVATE.check(address, 'ipv4');
    case 6:
      return WORLD.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
    default:
      return false;
  }
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|localhost)$/;
const NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
const INSIDE = /\.(?:local|localhost|internal|intranet|lan|home|corp|arpa|test|invalid)$/i;

/**
 * Returns true if the server may call this endpoint. Users' browsers choose the endpoint, so it must be https on the
 * default port at a public name, without credentials.
 * @param allowLoopback true in tests, which run a push service on this machine
 */
export function isPushEndpoint(endpoint: string, allowLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if ([username, password, hash].some((part) => part !== '')) return false;
  if (allowLoopback && LOOPBACK.test(hostname)) return protocol === 'https:' || protocol === 'http:';
  return protocol === 'https:' && port === '' && NAME.test(hostname) && !INSIDE.test(hostname);
}

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
type Resolve = (
  name: string,
  options: { readonly all: true },
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Returns a `lookup` function for node:https that returns only public addresses. The name is resolved only once, so the
 * connection goes to an address that was checked.
 */
export const publicLookup =
  (resolve: Resolve = dnsLookup) =>
  (name: string, options: LookupOptions, found: Found): void =>
    resolve(name, { all: true }, (error, addresses) => {
      if (error) return found(error, []);
      const [first] = addresses;
      const isPublic = addresses.every(({ address }) => isPublicAddress(address));
      if (first === undefined || !isPublic) return found(new Error(`${name} is not a public address`), []);
      return options.all ? found(null, addresses) : found(null, first.address, first.family);
    });
