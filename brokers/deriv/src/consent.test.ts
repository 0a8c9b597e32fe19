import { type HttpReply, listenOnLoopback } from '@vigia/broker-kit/simulator';
import { epochMs } from '@vigia/core/kernel';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivConsent } from './consent.ts';
import { answerConsentPage, type DerivSimulator, startSimulator } from './simulator/index.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const CLIENT = { clientId: 'vigia', redirectUri: 'http://127.0.0.1:3000/connections/deriv/return' };
/** The example verifier of RFC 7636, appendix B; its challenge follows. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const REQUEST = { ...CLIENT, state: 's'.repeat(43), verifier: VERIFIER };

let drive: ClockDriver;
let deriv: DerivSimulator;
const doors: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  drive = new ClockDriver(START_MS);
  deriv = await startSimulator(drive.clock, 3);
  doors.push(deriv);
});
afterEach(async () => {
  for (const door of doors.splice(0)) await door.stop();
});

const deps = () => ({ clock: drive.clock, origins: deriv.origins });
const exchange = (code: string, changes: Partial<typeof REQUEST> = {}) =>
  drive.settled('an exchange', derivConsent.exchange(code, { ...REQUEST, ...changes }, deps()));
const renew = (refreshToken: string) => drive.settled('a renewal', derivConsent.renew(refreshToken, CLIENT, deps()));
const consent = async () =>
  (await answerConsentPage(fetch, await derivConsent.pageOf(REQUEST, deps()), 'allow')).get('code') ?? '';

/** Starts a token endpoint that gives the same response to every request. */
async function answering(reply: HttpReply | null) {
  const door = await listenOnLoopback({
    onRequest: () => reply,
    onUpgrade: () => ({ refuse: { status: 404, body: '' } }),
  });
  doors.push(door);
  return { clock: drive.clock, origins: { auth: door.httpOrigin } };
}
const json = (status: number, body: object): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('the sign-in on Deriv’s own OAuth page', () => {
  it('requests only the scope `trade`, and sends the challenge of the verifier, not the verifier', async () => {
    const page = new URL(await derivConsent.pageOf(REQUEST, { clock: drive.clock, origins: {} }));
    expect(page.origin + page.pathname).toBe('https://auth.deriv.com/oauth2/auth');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'vigia',
      redirect_uri: CLIENT.redirectUri,
      scope: 'trade',
      state: REQUEST.state,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    expect(page.href).not.toContain(REQUEST.verifier);
  });

  it('exchanges a code for tokens with the expiry that Deriv states, and fails if the code is used again', async () => {
    const code = await consent();
    expect(await exchange(code)).toEqual({
      ok: true,
      value: {
        kind: 'oauth',
        accessToken: expect.stringMatching(/^ory_at_/),
        refreshToken: expect.stringMatching(/^ory_rt_/),
        expiresAtMs: epochMs(START_MS + 3_600_000),
      },
    });
    expect(await exchange(code)).toEqual({ ok: false, error: { kind: 'auth_invalid', detail: 'invalid_grant' } });
  });

  it('gets no tokens with another verifier, another return address or an expired code', async () => {
    const refused = { ok: false, error: { kind: 'auth_invalid', detail: 'invalid_grant' } };
    expect(await exchange(await consent(), { verifier: 'w'.repeat(43) })).toEqual(refused);
    expect(await exchange(await consent(), { redirectUri: 'http://127.0.0.1:3000/other' })).toEqual(refused);
    const late = await consent();
    await drive.advance(60_000);
    expect(await exchange(late)).toEqual(refused);
  });

  it('renews tokens, after which the previous refresh token is invalid', async () => {
    const first = await exchange(await consent());
    if (!first.ok) throw new Error(first.error.detail);
    const refreshToken = first.value.refreshToken ?? '';
    const second = await renew(refreshToken);
    expect(second).toMatchObject({ ok: true, value: { kind: 'oauth' } });
    expect(second.ok && second.value.refreshToken).not.toBe(refreshToken);
    expect(await renew(refreshToken)).toMatchObject({ ok: false, error: { kind: 'auth_invalid' } });
  });

  it('keeps the refresh token if the response to a renewal contains no new one', async () => {
    const door = await answering(json(200, { access_token: 'next', token_type: 'Bearer' }));
    const renewed = await drive.settled('a renewal', derivConsent.renew('kept', CLIENT, door));
    expect(renewed).toEqual({
      ok: true,
      value: { kind: 'oauth', accessToken: 'next', refreshToken: 'kept', expiresAtMs: null },
    });
  });

  it.each<[string, HttpReply | null, object]>([
    ['a cut line', null, { kind: 'network' }],
    ['a failed server', json(503, {}), { kind: 'network', detail: '503 at the token endpoint' }],
    [
      'too many requests',
      { ...json(429, {}), headers: { 'retry-after': '7' } },
      { kind: 'auth_rate_limited', retryAfterMs: 7_000 },
    ],
    ['an unknown client', json(401, { error: 'invalid_client' }), { kind: 'auth_invalid' }],
    ['a refused scope', json(400, { error: 'invalid_scope' }), { kind: 'unknown', detail: 'an unknown error code' }],
    ['no JSON', { status: 200, body: 'SECRET' }, { kind: 'unknown', detail: 'an answer in an unknown form' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, { kind: 'unknown' }],
    ['an answer without a token', json(200, { token_type: 'bearer', note: 'SECRET' }), { kind: 'unknown' }],
  ])('reports %s as a fault, without the text of the response', async (_name, reply, fault) => {
    const door = await answering(reply);
    const renewed = await drive.settled('a renewal', derivConsent.renew('r', CLIENT, door));
    expect(renewed).toMatchObject({ ok: false, error: fault });
    expect(JSON.stringify(renewed)).not.toContain('SECRET');
  });
});
