import { expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { isSecret, webhookSecret, webhookUrl } from './webhook.ts';

it.each(['https://vigia.example', 'https://vigia.example:8443', 'https://203.0.113.7'])(
  'Telegram posts to the installation at %s',
  (siteUrl) => {
    expect(webhookUrl(siteUrl)).toBe(`${siteUrl}/api/v1/telegram/updates`);
  },
);

it.each([
  null,
  'http://vigia.example',
  'https://localhost',
  'https://127.0.0.1',
  'https://192.168.1.7',
  'https://10.0.0.7',
  'https://172.20.0.7',
  'https://mesa.local',
  'https://[::1]',
  'https://vigia.example:9443',
])('the installation at %s requests its updates, because Telegram cannot reach it', (siteUrl) => {
  expect(webhookUrl(siteUrl)).toBeNull();
});

it('the webhook secret depends on the installation key and the bot token, and has a form that Telegram accepts', () => {
  const [hash, other] = [createKeyedHash(Buffer.alloc(32, 1)), createKeyedHash(Buffer.alloc(32, 2))];
  const secret = webhookSecret(hash, 'a');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set([secret, webhookSecret(hash, 'b'), webhookSecret(other, 'a')]).size).toBe(3);
});

it.each([undefined, null, '', 'secre', 'secret1', 'SECRET', ['secret'], 7])(
  'the text %j is not accepted as the webhook secret',
  (given) => {
    expect(isSecret(given, 'secret')).toBe(false);
  },
);

it('the equal text is accepted as the webhook secret', () => {
  expect(isSecret('secret', 'secret')).toBe(true);
});
