import { ManualClock } from '@vigia/testkit';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { newPushKeys } from './testing.ts';
import { VapidHeaders } from './vapid-headers.ts';

const HOUR_MS = 3_600_000;

function issuer() {
  const clock = new ManualClock(1_800_000_000_000);
  return { clock, headers: new VapidHeaders(newPushKeys(), clock) };
}

const payloadOf = (authorization: string) => decodeJwt(/t=([^,]+)/.exec(authorization)?.[1] ?? '');

it('VapidHeaders signs one token for the messages of six hours to a push service', () => {
  const { clock, headers } = issuer();
  const first = headers.authorizationFor('https://push.example/a');
  clock.advance(6 * HOUR_MS - 1);
  expect(headers.authorizationFor('https://push.example/b')).toBe(first);
  clock.advance(1);
  expect(headers.authorizationFor('https://push.example/b')).not.toBe(first);
});

it('VapidHeaders signs a token for each push service, valid for longer than its reuse and less than a day', () => {
  const { headers } = issuer();
  headers.authorizationFor('https://push.example/a');
  const { aud, exp = 0 } = payloadOf(headers.authorizationFor('https://other.example/a'));
  expect(aud).toBe('https://other.example');
  const leftMs = exp * 1_000 - Date.now();
  expect(leftMs).toBeGreaterThan(6 * HOUR_MS);
  expect(leftMs).toBeLessThan(24 * HOUR_MS);
});

it('VapidHeaders signs again after the clock was set back', () => {
  const { clock, headers } = issuer();
  const ahead = headers.authorizationFor('https://push.example/a');
  clock.jump(-24 * HOUR_MS);
  expect(headers.authorizationFor('https://push.example/a')).not.toBe(ahead);
});
