import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerConsentPage, type DerivSimulator, startSimulator } from './index.ts';

const RETURN = 'http://127.0.0.1:3000/connections/deriv/return';

let drive: ClockDriver;
let deriv: DerivSimulator;
let client: OAuth2Client;

beforeEach(async () => {
  drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  deriv = await startSimulator(drive.clock, 3);
  client = new OAuth2Client({
    server: deriv.origins['auth'] ?? '',
    clientId: 'vigia',
    authorizationEndpoint: '/oauth2/auth',
    tokenEndpoint: '/oauth2/token',
    authenticationMethod: 'client_secret_post',
  });
});
afterEach(() => deriv.stop());

async function pageAndVerifier() {
  const codeVerifier = await generateCodeVerifier();
  const page = await client.authorizationCode.getAuthorizeUri({
    redirectUri: RETURN,
    state: 'xyz',
    scope: ['trade'],
    codeVerifier,
  });
  return { page, codeVerifier };
}

const accountsOf = (token: string) =>
  fetch(`${deriv.origins['rest']}/trading/v1/options/accounts`, { headers: { authorization: `Bearer ${token}` } });

it('an independent OAuth client signs in at the simulator, reads accounts and renews; used secrets are refused', async () => {
  const { page, codeVerifier } = await pageAndVerifier();
  const answer = await answerConsentPage(fetch, page, 'allow');
  const given = { redirectUri: RETURN, state: 'xyz', codeVerifier };
  const back = `${RETURN}?${answer}`;
  const tokens = await client.authorizationCode.getTokenFromCodeRedirect(back, given);
  expect((await accountsOf(tokens.accessToken)).status).toBe(200);
  const renewed = await client.refreshToken(tokens);
  expect((await accountsOf(renewed.accessToken)).status).toBe(200);
  expect(renewed.refreshToken).not.toBe(tokens.refreshToken);
  await expect(client.refreshToken(tokens)).rejects.toThrow(/invalid_grant/);
  expect((await accountsOf(renewed.accessToken)).status, 'a used refresh token voids its grant').toBe(401);
  await expect(client.authorizationCode.getTokenFromCodeRedirect(back, given)).rejects.toThrow(/invalid_grant/);
});

it('the simulator refuses another verifier, and an expired access token', async () => {
  deriv.consents.lifeS = 30;
  const { page, codeVerifier } = await pageAndVerifier();
  const stolen = (await answerConsentPage(fetch, page, 'allow')).get('code') ?? '';
  const others = { code: stolen, redirectUri: RETURN, codeVerifier: await generateCodeVerifier() };
  await expect(client.authorizationCode.getToken(others)).rejects.toThrow(/invalid_grant/);
  const code = (await answerConsentPage(fetch, page, 'allow')).get('code') ?? '';
  const tokens = await client.authorizationCode.getToken({ code, redirectUri: RETURN, codeVerifier });
  await drive.advance(30_000);
  expect((await accountsOf(tokens.accessToken)).status).toBe(401);
});

it('the simulator’s OAuth page returns a refusal of the user as an error, with the state', async () => {
  const { page } = await pageAndVerifier();
  expect(Object.fromEntries(await answerConsentPage(fetch, page, 'deny'))).toEqual({
    error: 'access_denied',
    state: 'xyz',
  });
});

it.each(['code_challenge', 'state', 'client_id', 'scope'])(
  'the simulator shows no OAuth page without %s, or with a return address on another machine',
  async (name) => {
    const url = new URL((await pageAndVerifier()).page);
    url.searchParams.set('redirect_uri', 'https://evil.example/');
    expect((await fetch(url)).status).toBe(400);
    url.searchParams.set('redirect_uri', RETURN);
    expect((await fetch(url)).status).toBe(200);
    url.searchParams.delete(name);
    expect((await fetch(url)).status).toBe(400);
  },
);
