import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { isLocalNetworkAddress, isPublicAddress } from './public-address.ts';

/** Ranges of the other library that route to the machine or network of their user. */
const OWN = ['loopback', 'private', 'carrierGradeNat', 'uniqueLocal'];

/** Addresses near the ends of the reserved ranges, which random addresses rarely hit. */
const near = fc
  .tuple(
    fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255),
    fc.nat(255),
    fc.nat(255),
    fc.nat(255),
  )
  .map((parts) => parts.join('.'));

it('an IPv4 address is public exactly if ipaddr.js finds it in no reserved range', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), near), (address) => {
      const range = ipaddr.parse(address).range();
      // These two ranges are anycast services of the public internet.
      fc.pre(range !== 'as112' && range !== 'amt');
      expect([address, isPublicAddress(address)]).toEqual([address, range === 'unicast']);
      expect([address, isLocalNetworkAddress(address)]).toEqual([address, OWN.includes(range)]);
    }),
    { numRuns: 2_000 },
  );
});

it('an IPv6 address that is public is in no reserved range of ipaddr.js', () => {
  const world = fc.ipV6().map((address) => `2${(ipaddr.parse(address).toString().match(/:.*/) ?? [':1'])[0]}`);
  const of2001 = fc
    .tuple(fc.nat(0xffff), fc.nat(0xffff))
    .map(([a, b]) => `2001:${a.toString(16)}:${b.toString(16)}::1`);
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), of2001, world), (address) => {
      fc.pre(ipaddr.isValid(address));
      const range = ipaddr.parse(address).range();
      if (isPublicAddress(address)) expect([address, range]).toEqual([address, 'unicast']);
      if (isLocalNetworkAddress(address)) expect([address, OWN.includes(range)]).toEqual([address, true]);
    }),
    { numRuns: 2_000 },
  );
});
