import { describe, expect, it } from 'vitest';
import { isLocalNetworkAddress, isPublicAddress, isPublicName } from './public-address.ts';

describe('an IP address', () => {
  it.each(['8.8.8.8', '142.250.1.1', '2a00:1450:4001::1'])('is public: %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2002:a00:1::',
    '2001:0:1::',
    '2001:db8::1',
    '3fff::1',
    'x',
    '',
  ])('is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['127.0.0.1', '10.0.0.7', '100.64.0.1', '172.16.0.1', '192.168.1.1', '::1', 'fd00::1'])(
    'belongs to the own network: %s',
    (address) => expect(isLocalNetworkAddress(address)).toBe(true),
  );
  it.each(['8.8.8.8', '169.254.169.254', '0.0.0.0', '224.0.0.1', '::', 'fe80::1', '::ffff:127.0.0.1', '2a00::1', 'x'])(
    'does not belong to the own network: %s',
    (address) => expect(isLocalNetworkAddress(address)).toBe(false),
  );
});

describe('a host', () => {
  it.each(['example.com', 'hooks.example.co', 'xn--80ak6aa92e.xn--p1ai', 'a-b.example.org'])(
    'is a public name: %s',
    (host) => expect(isPublicName(host)).toBe(true),
  );
  it.each(['localhost', 'router', 'printer.local', 'db.internal', '8.8.8.8', '[::1]', 'example.com.', 'x.test', ''])(
    'is not a public name: %s',
    (host) => expect(isPublicName(host)).toBe(false),
  );
});
