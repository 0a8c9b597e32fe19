import { describe, expect, it } from 'vitest';
import { createSite } from '#platform/http/site.ts';
import { allowedRedirect } from './allowed-redirect.ts';

const local = createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 });
const hosted = createSite({ siteUrl: 'https://vigia.example', host: '0.0.0.0', port: () => 3000 });

describe('allowedRedirect', () => {
  it.each([
    [local, 'http://127.0.0.1:3000/verify-email?a=1', 'http://127.0.0.1:3000/verify-email?a=1'],
    [local, 'http://localhost:3000/verify-email', 'http://localhost:3000/verify-email'],
    [local, 'http://[::1]:3000', 'http://[::1]:3000/'],
    [local, 'HTTP://LOCALHOST:3000/x', 'http://localhost:3000/x'],
    [hosted, 'https://vigia.example/reset-password', 'https://vigia.example/reset-password'],
    [hosted, 'https://vigia.example:443/x', 'https://vigia.example/x'],
    [local, 'http://127.0.0.1:3000/x#access_token=stolen', 'http://127.0.0.1:3000/x'],
  ])('accepts an address of this site (case %#: %s)', (site, requested, expected) => {
    expect(allowedRedirect(site, requested)).toBe(expected);
  });

  it.each([
    'https://evil.test/x',
    'https://evil.test\\@127.0.0.1:3000/x',
    'http://127.0.0.1:3000\\@evil.test/x',
    'http:\\\\127.0.0.1:3000\\x',
    'http://127.0.0.1:3000/a\\b',
    'http://user@127.0.0.1:3000/x',
    'http://127.0.0.1:3000@evil.test/x',
    'http://user:pass@127.0.0.1:3000/x',
    'http://2130706433:3000/x',
    'http://0x7f.1:3000/x',
    'http://127.1:3000/x',
    'http://127.0.0.1:3001/x',
    'http://127.0.0.1/x',
    'https://127.0.0.1:3000/x',
    'http://127.0.0.1:3000.evil.test/x',
    'http://localhost.evil.test:3000/x',
    '//evil.test/x',
    '//127.0.0.1:3000/x',
    '/verify-email',
    'javascript:alert(1)//http://127.0.0.1:3000/x',
    'data:text/html,x',
    'http:127.0.0.1:3000/x',
    'http:///127.0.0.1:3000/x',
    ' http://127.0.0.1:3000/x',
    'http://127.0.0.1:3000/\r\nSet-Cookie:x=1',
    'http://127.0.0.1\t:3000/x',
    '',
    null,
    undefined,
  ])('replaces the address %j by the home page', (requested) => {
    expect(allowedRedirect(local, requested)).toBe('http://127.0.0.1:3000/');
  });
});
