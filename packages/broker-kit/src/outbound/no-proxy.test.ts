import { expect, it } from 'vitest';
import { directHosts, isDirect } from './no-proxy.ts';

it.each([
  ['', 'https://iqoption.com', false],
  ['*', 'https://iqoption.com', true],
  ['iqoption.com', 'wss://iqoption.com/echo', true],
  ['iqoption.com', 'https://auth.iqoption.com', true],
  ['.iqoption.com', 'https://auth.iqoption.com', true],
  ['*.iqoption.com', 'https://auth.iqoption.com', true],
  ['IQOPTION.com', 'https://iqoption.com', true],
  ['option.com', 'https://iqoption.com', false],
  ['a.example  127.0.0.1', 'http://127.0.0.1:4000', true],
  ['127.0.0.1:4000', 'http://127.0.0.1:4000', true],
  ['127.0.0.1:4001', 'http://127.0.0.1:4000', false],
  ['iqoption.com:443', 'wss://iqoption.com', true],
  ['iqoption.com:80', 'wss://iqoption.com', false],
  ['[::1]:4000', 'http://[::1]:4000', true],
  ['::1', 'http://[::1]:4000', false],
])('isDirect reads NO_PROXY «%s», and decides for %s: %s', (text, url, direct) => {
  expect(isDirect(new URL(url), directHosts(text))).toBe(direct);
});
