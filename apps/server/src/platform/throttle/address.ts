import { isIPv6 } from 'node:net';

/** Returns the key of a client: an IPv4 address, or the /64 network that an IPv6 customer usually has. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  return isIPv6(ip) ? expand(ip).slice(0, 4).join(':') : ip;
}

/** Returns true for this machine. Many clients may share its address, such as developers, tests and a proxy. */
export const isLoopback = (ip: string): boolean => ip === '::1' || /^(::ffff:)?127\./i.test(ip);

function expand(ip: string): readonly string[] {
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right].map((group) =>
    group.toLowerCase(),
  );
}
