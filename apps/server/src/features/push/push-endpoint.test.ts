import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from './push-endpoint.ts';

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
