import { describe, expect, it } from 'vitest';
import { formatRange, isAddressRange, isWithin, toInet } from './address-range.ts';

describe('the list of allowed IP addresses of a bot token', () => {
  it.each(['203.0.113.7', '10.0.0.0/8', '10.1.2.3/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::ffff:10.0.0.1/104'])(
    'accepts %s',
    (text) => expect(isAddressRange(text)).toBe(true),
  );

  it.each([
    '',
    'localhost',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.0.1/33',
    '10.0.0.1/',
    '10.0.0.1/8/8',
    '10.0.0.1/-1',
    '::1/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.1/95',
    '10.0.0.1 ',
    '10.0.0.1\0',
  ])('refuses «%s»', (text) => expect(isAddressRange(text)).toBe(false));

  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['::ffff:127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '::1', false],
    ['127.0.0.1', '127.0.0.2', false],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.1.2.3/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['2001:db8::/32', '2001:DB8:1::5', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', 'unknown', false],
  ])('with %s contains the address %s: %s', (range, ip, expected) => expect(isWithin([range], ip)).toBe(expected));

  it('is stored and shown in normalised notation', () => {
    expect([toInet('::ffff:10.0.0.1/104'), toInet('10.0.0.1')]).toEqual(['10.0.0.1/8', '10.0.0.1/32']);
    const shown = ['10.0.0.1/32', '10.0.0.0/8', '::1/128', '2001:db8::/32'].map(formatRange);
    expect(shown).toEqual(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32']);
  });
});
