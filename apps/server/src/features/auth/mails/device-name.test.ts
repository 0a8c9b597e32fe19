import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

describe('deviceName', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome en Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/131.0.0.0`, 'Edge en Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox en Linux'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME}`, 'Chrome en Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari en iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari en macOS',
    ],
    ['curl/8.9.1', 'programa curl'],
    ['', 'desconocido'],
    [null, 'desconocido'],
  ])('returns for the user agent %s the text «%s»', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it('returns a short text for any user agent', () => {
    expect(deviceName('x'.repeat(300))).toHaveLength(40);
  });
});
