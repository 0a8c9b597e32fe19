import { once } from 'node:events';
import { createServer } from 'node:http';
import { ClockDriver } from '@vigia/testkit/conformance';
import { Provider } from 'oidc-provider';
import { afterEach, expect, it } from 'vitest';
import { derivConsent } from './consent.ts';

/** The client id (without a secret) and the return address, as registered at the server. */
const CLIENT = { clientId: 'vigia', redirectUri: 'http://127.0.0.1:3000/connections/deriv/return' };
const REQUEST = { ...CLIENT, state: 's'.repeat(43), verifier: 'v'.repeat(43) };

const doors: (() => void)[] = [];
afterEach(() => {
  for (const close of doors.splice(0)) close();
});

/** Starts the OAuth server `oidc-provider` with Deriv's paths. It knows one client and requires PKCE. */
async function startServer(): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: CLIENT.clientId,
        redirect_uris: [CLIENT.redirectUri],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        application_type: 'native',
      },
    ],
    scopes: ['openid', 'trade'],
    routes: { authorization: '/oauth2/auth', token: '/oauth2/token' },
    pkce: { required: () => true, methods: ['S256'] },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    features: { devInteractions: { enabled: true } },
    conformIdTokenClaims: false,
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  doors.push(() => server.close());
  return origin;
}

/**
 * Acts like a browser: fills in the server's forms until the server redirects to the return address. Returns the query
 * of this address.
 */
async function answerOf(page: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  const send = async (url: string | URL, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  let answer = await send(page);
  for (let steps = 0; steps < 12; steps += 1) {
    const next = answer.headers.get('location');
    if (next?.startsWith(CLIENT.redirectUri)) return new URL(next).searchParams;
    if (next !== null) {
      answer = await send(new URL(next, page));
      continue;
    }
    const form = await answer.text();
    const action = /action="([^"]+)"/.exec(form)?.[1] ?? '';
    const prompt = /name="prompt" value="(\w+)"/.exec(form)?.[1] ?? '';
    const body = new URLSearchParams({ prompt, login: 'ana', password: 'clave' });
    answer = await send(new URL(action, page), { method: 'POST', body });
  }
  throw new Error('the server led nowhere');
}

it('derivConsent signs in at an independent OAuth server, and uses each refresh token only once', async () => {
  const drive = new ClockDriver(Date.now());
  const deps = { clock: drive.clock, origins: { auth: await startServer() } };
  const answer = await answerOf(await derivConsent.pageOf(REQUEST, deps));
  expect(answer.get('state')).toBe(REQUEST.state);
  const code = answer.get('code') ?? '';
  const wrong = derivConsent.exchange(code, { ...REQUEST, verifier: 'w'.repeat(43) }, deps);
  expect(await drive.settled('a wrong exchange', wrong)).toMatchObject({ ok: false, error: { kind: 'auth_invalid' } });

  const again = (await answerOf(await derivConsent.pageOf(REQUEST, deps))).get('code') ?? '';
  const first = await drive.settled('an exchange', derivConsent.exchange(again, REQUEST, deps));
  if (!first.ok) throw new Error(first.error.detail);
  const { refreshToken } = first.value;
  const renewed = await drive.settled('a renewal', derivConsent.renew(refreshToken ?? '', CLIENT, deps));
  if (!renewed.ok) throw new Error(renewed.error.detail);
  expect(renewed.value.accessToken).not.toBe(first.value.accessToken);
  expect(renewed.value.expiresAtMs).toBeGreaterThan(drive.clock.now());
  const used = await drive.settled('a used token', derivConsent.renew(refreshToken ?? '', CLIENT, deps));
  expect(used).toEqual({ ok: false, error: { kind: 'auth_invalid', detail: 'invalid_grant' } });
});
