import { describe, expect, it } from 'vitest';
import { isAllowedAddress, isWebhookUrl } from './webhook-url.ts';

/** URLs that are refused unless the installation allows private targets. */
const PRIVATE = [
  'http://hooks.example.com/',
  'https://hooks.example.com:9000/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://0x7f.0.0.1/',
  'https://10.0.0.7/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://8.8.8.8/',
  'https://localhost/',
  'https://db.localhost/',
  'https://router/',
  'https://printer.local/',
  'https://nas.home/',
  'http://localhost:8080/x?y=1',
];
/** URLs that are refused everywhere. */
const NEVER = [
  'https://ana:clave@hooks.example.com/',
  'https://ana@hooks.example.com/',
  'https://hooks.example.com/#part',
  'https://hooks.example.com./',
  'https://localhost./',
  'https://0.0.0.0/',
  'https://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/',
  'https://224.0.0.1/',
  'https://[ff02::1]/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.7]/',
  'https://[64:ff9b::a00:7]/',
  'https://[2002:a00:7::]/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'gopher://hooks.example.com/',
  'nonsense',
  '',
];

describe('the URL of a webhook', () => {
  it.each([
    'https://hooks.example.com/vigia',
    'https://hooks.example.com:8443/vigia',
    'https://hooks.example.com:443/vigia?token=x',
    'https://discord.com/api/webhooks/1/x',
    'https://xn--80ak6aa92e.xn--p1ai/',
  ])('is accepted everywhere: %s', (url) =>
    expect([isWebhookUrl(url, false), isWebhookUrl(url, true)]).toEqual([true, true]),
  );
  it.each(PRIVATE)('is accepted only by an installation that allows private targets: %s', (url) =>
    expect([isWebhookUrl(url, false), isWebhookUrl(url, true)]).toEqual([false, true]),
  );
  it.each(NEVER)('is never accepted: %j', (url) =>
    expect([isWebhookUrl(url, false), isWebhookUrl(url, true)]).toEqual([false, false]),
  );
});

it.each([
  ['8.8.8.8', true, true],
  ['127.0.0.1', false, true],
  ['10.0.0.7', false, true],
  ['fd00::1', false, true],
  ['169.254.169.254', false, false],
  ['::ffff:127.0.0.1', false, false],
  ['64:ff9b::7f00:1', false, false],
])('a connection to %s is allowed: %j, and with private targets: %j', (address, isPublic, isPrivate) =>
  expect([isAllowedAddress(address, false), isAllowedAddress(address, true)]).toEqual([isPublic, isPrivate]),
);
