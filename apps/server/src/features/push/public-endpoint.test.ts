import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPushEndpoint, publicLookup } from './public-endpoint.ts';

describe('a push endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('is accepted if it is %s', (endpoint) => expect(isPushEndpoint(endpoint, false)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://ana:clave@fcm.googleapis.com/abc',
    'https://127.0.0.1/abc',
    'https://localhost/abc',
    'https://10.0.0.7/abc',
    'https://2130706433/abc',
    'https://0x7f.1/abc',
    'https://[::1]/abc',
    'https://[::ffff:10.0.0.7]/abc',
    'https://8.8.8.8/abc',
    'https://router/abc',
    'https://printer.local/abc',
    'https://db.localhost/abc',
    'ftp://fcm.googleapis.com/abc',
    'file:///etc/passwd',
    'nonsense',
  ])('is refused if it is %s', (endpoint) => expect(isPushEndpoint(endpoint, false)).toBe(false));

  it('is accepted on a loopback address only if a test allows it, and never on another private address', () => {
    expect(isPushEndpoint('http://127.0.0.1:4001/abc', true)).toBe(true);
    expect(isPushEndpoint('http://10.0.0.7/abc', true)).toBe(false);
    expect(isPushEndpoint('http://127.0.0.1.example.com/abc', true)).toBe(false);
  });
});

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
    '2002:a00:1::',
    '2001:0:1::',
    '2001:db8::1',
    'x',
    '',
  ])('is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('publicLookup', () => {
  const lookup = (addresses: readonly { address: string; family: number }[], all: boolean) =>
    new Promise((resolve, reject) => {
      const resolveTo = publicLookup((_name, _options, found) => found(null, [...addresses]));
      resolveTo('push.example.com', { all }, (error, found) => (error ? reject(error) : resolve(found)));
    });
  const PUBLIC = { address: '8.8.8.8', family: 4 };
  const INSIDE = { address: '10.0.0.7', family: 4 };

  it('returns one or all public addresses of a name', async () => {
    expect(await lookup([PUBLIC], false)).toBe('8.8.8.8');
    expect(await lookup([PUBLIC], true)).toEqual([PUBLIC]);
  });

  it('refuses a name that has no address or any private address', async () => {
    await expect(lookup([INSIDE], true)).rejects.toThrow('not a public address');
    await expect(lookup([PUBLIC, INSIDE], false)).rejects.toThrow('not a public address');
    await expect(lookup([], false)).rejects.toThrow('not a public address');
  });
});
