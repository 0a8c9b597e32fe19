import { BlockList, isIP } from 'node:net';

type Range = { readonly address: string; readonly family: 'ipv4' | 'ipv6'; readonly prefix: number };

const MAPPED = /^::ffff:(?=\d+\.)/i;
const MAPPED_BITS = 96;

/**
 * Parses an IP address, or a range in CIDR notation; null for any other text. An IPv4 address written as IPv6 becomes
 * IPv4.
 */
function parse(text: string): Range | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const width = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : Number(bits);
  if (prefix > width) return null;
  if (!MAPPED.test(address)) return { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix };
  if (prefix < MAPPED_BITS) return null;
  return { address: address.replace(MAPPED, ''), family: 'ipv4', prefix: prefix - MAPPED_BITS };
}

export const isAddressRange = (text: string): boolean => parse(text) !== null;

/** Converts a range to the notation of PostgreSQL's `inet`. @param text a range that `isAddressRange` accepts */
export function toInet(text: string): string {
  const range = parse(text);
  if (range === null) throw new TypeError('not an address or CIDR range');
  return `${range.address}/${range.prefix}`;
}

/** Formats a range as a user writes it: a single address has no prefix length. */
export const formatRange = (cidr: string): string => cidr.replace(cidr.includes(':') ? /\/128$/ : /\/32$/, '');

/** True if one of the ranges contains the client's IP address; false if the address cannot be parsed. */
export function isWithin(ranges: readonly string[], ip: string): boolean {
  const caller = parse(ip.split('%')[0] ?? '');
  if (caller === null) return false;
  const list = new BlockList();
  for (const range of ranges) {
    const parsed = parse(range);
    if (parsed) list.addSubnet(parsed.address, parsed.prefix, parsed.family);
  }
  return list.check(caller.address, caller.family);
}
