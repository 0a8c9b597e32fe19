import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { makeWebhookSecret, signatureOf } from './signature.ts';

const AT_MS = Date.UTC(2026, 10, 29, 12, 0, 0, 750);
const AT_S = Math.floor(AT_MS / 1_000);
const TOLERANCE_S = 300;
const BODY = JSON.stringify({ type: 'test', text: 'señal «EURUSD» ▲' });

/** Verifies with the published library of Stripe, which shares no code with ours. */
const verify = (body: string, header: string, secret: string, nowMs = AT_MS) =>
  Stripe.webhooks.constructEvent(body, header, secret, TOLERANCE_S, undefined, nowMs);

it('a signature is accepted by the library of Stripe', () => {
  const secret = makeWebhookSecret(randomBytes);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(verify(BODY, signatureOf(secret, BODY, AT_MS), secret)).toEqual(JSON.parse(BODY));
});

it('a signature of another body, secret or time is refused by the library of Stripe', () => {
  const secret = makeWebhookSecret(randomBytes);
  const header = signatureOf(secret, BODY, AT_MS);
  expect(() => verify(`${BODY} `, header, secret)).toThrow(/No signatures found/);
  expect(() => verify(BODY, header, makeWebhookSecret(randomBytes))).toThrow(/No signatures found/);
  expect(() => verify(BODY, header.replace(/t=\d+/, `t=${AT_S + 1}`), secret)).toThrow(/No signatures/);
  expect(() => verify(BODY, header, secret, AT_MS + (TOLERANCE_S + 1) * 1_000)).toThrow(/Timestamp outside/);
});

it('a signature equals the HMAC that openssl computes', () => {
  const secret = 'whsec_0123456789abcdef';
  const input = `${AT_S}.${BODY}`;
  const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input }).toString();
  expect(signatureOf(secret, BODY, AT_MS)).toBe(`t=${AT_S},v1=${said.split(' ')[0]}`);
});
