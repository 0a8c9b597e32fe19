import { BlockList, isIP } from 'node:net';

const RESERVED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  RESERVED.addSubnet(network, prefix, 'ipv4');
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
  ['3fff::', 20],
] as const) {
  RESERVED.addSubnet(network, prefix, 'ipv6');
}

/** Returns true if an IP address is public. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !RESERVED.check(address, 'ipv4');
    case 6:
      return WORLD.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6');
    default:
      return false;
  }
}

const OWN_NETWORK = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  OWN_NETWORK.addSubnet(network, prefix, 'ipv4');
}
OWN_NETWORK.addAddress('::1', 'ipv6');
OWN_NETWORK.addSubnet('fc00::', 7, 'ipv6');

/**
 * Returns true if an IP address belongs to this machine or to a private network. Link-local addresses do not count,
 * because clouds serve the credentials of a machine there.
 */
export function isLocalNetworkAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  // BlockList compares an IPv4-mapped IPv6 address with the IPv4 networks. No host of a network needs that form.
  if (family === 6 && /^::ffff:/i.test(address)) return false;
  return OWN_NETWORK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

const NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i;
const INSIDE = /\.(?:local|localhost|internal|intranet|lan|home|corp|arpa|test|invalid)$/i;

/** Returns true if a host is a name with dots that is not reserved for private networks. An IP address is no name. */
export const isPublicName = (host: string): boolean => NAME.test(host) && !INSIDE.test(host);
