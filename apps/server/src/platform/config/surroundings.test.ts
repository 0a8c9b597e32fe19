import { describe, expect, it } from 'vitest';
import { parseCollectorHeaders, parseTrustedProxies } from './surroundings.ts';

describe('the trusted proxies', () => {
  it('can be none, networks or IP addresses', () => {
    expect(parseTrustedProxies('none')).toBe(false);
    expect(parseTrustedProxies('loopback, uniquelocal')).toBe('loopback,uniquelocal');
    expect(parseTrustedProxies('192.0.2.7,192.0.2.0/24,2001:db8::/32')).toBe('192.0.2.7,192.0.2.0/24,2001:db8::/32');
  });

  it.each(['all', 'true', '0.0.0.0/0', '::/0', '192.0.2.0/33', '192.0.2.1/24/8', 'loopback,', 'proxy.example', ''])(
    'cannot be %j, because this is invalid or means every address',
    (text) => expect(parseTrustedProxies(text)).toBeNull(),
  );
});

describe('the setting for headers to the trace collector', () => {
  it('is parsed as names with percent-encoded values', () => {
    expect(parseCollectorHeaders('')).toEqual({});
    expect(parseCollectorHeaders('X-Team=a%2Cb, authorization=Bearer x')).toEqual({
      'x-team': 'a,b',
      authorization: 'Bearer x',
    });
  });

  it.each(['token', '=a', 'a=', 'a b=c', 'a=%', 'a=b%0d%0aevil: 1'])('is refused if it is %j', (text) =>
    expect(parseCollectorHeaders(text)).toBeNull(),
  );
});
