import type { BrokerCredentials, ConsentTokens } from '@vigia/broker-kit/port';
import { type HttpReply, type Loopback, listenOnLoopback } from '@vigia/broker-kit/simulator';
import { epochMs } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { afterEach, describe, expect, it } from 'vitest';
import { derivConsent } from './consent.ts';
import { derivBroker } from './index.ts';
import { answerConsentPage, type DerivSimulator, startSimulator } from './simulator/index.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const drive = new ClockDriver(START_MS);
const doors: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const door of doors.splice(0)) await door.stop();
});

const login = (token: string, appId: string): BrokerCredentials => ({ kind: 'api_token', token, appId });

function open(credentials: BrokerCredentials, origins: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const listener = new Listener(drive.clock);
  const session = derivBroker.open(credentials, null, listener, {
    clock: drive.clock,
    rng: new SeededRng(1),
    ids: new CountingIds(),
    origins,
    log: (level, text) => void lines.push(`${level} ${text}`),
  });
  return { session, lines };
}

const RETURN = 'http://127.0.0.1:3000/connections/deriv/return';

/** Returns the tokens of a user who consented on the simulator's page. */
async function tokensOf({ origins }: DerivSimulator): Promise<ConsentTokens> {
  const request = { clientId: 'vigia', redirectUri: RETURN, state: 's'.repeat(43), verifier: 'v'.repeat(43) };
  const deps = { clock: drive.clock, origins };
  const code = (await answerConsentPage(fetch, await derivConsent.pageOf(request, deps), 'allow')).get('code') ?? '';
  const tokens = await drive.settled('an exchange', derivConsent.exchange(code, request, deps));
  if (!tokens.ok) throw new Error(tokens.error.detail);
  return tokens.value;
}

/** Starts a Deriv server whose REST replies come from the given function. It accepts no socket. */
async function restAnswering(reply: (path: string, door: Loopback) => HttpReply): Promise<Loopback> {
  const door: Loopback = await listenOnLoopback({
    onRequest: ({ url }) => reply(url.pathname, door),
    onUpgrade: () => ({ refuse: { status: 401, body: 'otp=SECRET' } }),
  });
  doors.push(door);
  return door;
}

const json = (body: object, status = 200): HttpReply => ({ status, body: JSON.stringify(body) });
const account = (changes: object) => ({
  account_id: 'DOT1',
  balance: 10,
  currency: 'USD',
  group: 'demo',
  status: 'active',
  account_type: 'demo',
  ...changes,
});

describe('the sign-in at Deriv', () => {
  it('selects the API generation by the form of the app id, and opens one account for each v3 token', async () => {
    const deriv = await startSimulator(drive.clock, 3);
    doors.push(deriv);
    const v3 = open(login('v3-ana-real', '1089'), deriv.origins);
    expect(await drive.settled('connect', v3.session.connect())).toEqual({ ok: true, value: null });
    expect(v3.session.accounts()).toMatchObject([{ kind: 'real', currency: 'USD' }]);
    const fresh = open(login(' pat_ana ', ' 1a '), deriv.origins);
    expect(await drive.settled('connect', fresh.session.connect())).toEqual({ ok: true, value: null });
    expect(fresh.session.accounts().map(({ kind }) => kind)).toEqual(['demo', 'real']);
    for (const { session } of [v3, fresh]) await drive.settled('close', session.close('forget'));
  });

  it('signs in with OAuth tokens and no app id, and uses renewed tokens after a disconnect', async () => {
    const deriv = await startSimulator(drive.clock, 3);
    doors.push(deriv);
    deriv.consents.lifeS = 30;
    const tokens = await tokensOf(deriv);
    await drive.advance(10_000);
    const { session } = open(tokens, deriv.origins);
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    expect(session.accounts().map(({ kind }) => kind)).toEqual(['demo', 'real']);
    const client = { clientId: 'vigia', redirectUri: RETURN };
    const deps = { clock: drive.clock, origins: deriv.origins };
    const renewed = await drive.settled('a renewal', derivConsent.renew(tokens.refreshToken ?? '', client, deps));
    if (!renewed.ok) throw new Error(renewed.error.detail);
    session.useTokens?.(renewed.value);
    await drive.advance(25_000);
    deriv.script.cutConnections();
    await drive.until('the cut', () => session.state().status === 'connecting');
    await drive.until('the connection', () => session.state().status === 'connected');
    await drive.settled('close', session.close('forget'));
  });

  it('reports an expired access token as an expired session, and a token that Deriv revoked as invalid', async () => {
    const deriv = await startSimulator(drive.clock, 3);
    doors.push(deriv);
    deriv.consents.lifeS = 30;
    const revoked = await tokensOf(deriv);
    deriv.consents.revokeAll();
    const early = open(revoked, deriv.origins).session;
    expect(await drive.settled('connect', early.connect())).toMatchObject({
      ok: false,
      error: { kind: 'auth_invalid' },
    });
    const ended = await tokensOf(deriv);
    await drive.advance(30_000);
    const late = open(ended, deriv.origins).session;
    expect(await drive.settled('connect', late.connect())).toMatchObject({
      ok: false,
      error: { kind: 'session_expired' },
    });
  });

  it('states the expiry of tokens only if they cannot be renewed', () => {
    const endMs = epochMs(START_MS + 1_000);
    const tokens = { kind: 'oauth', accessToken: 'a', refreshToken: null, expiresAtMs: endMs } as const;
    expect(derivBroker.expiryOf?.(tokens)).toBe(endMs);
    expect(derivBroker.expiryOf?.({ ...tokens, refreshToken: 'r' })).toBeNull();
    expect(derivBroker.expiryOf?.(login('pat_ana', 'vigia'))).toBeNull();
  });

  it('does not send a one-time secret to another host', async () => {
    const other = await restAnswering(() => json({}));
    const door = await restAnswering((path) =>
      path.endsWith('/otp') ? json({ data: { url: `${other.wsOrigin}/ws?otp=x` } }) : json({ data: [account({})] }),
    );
    const { session } = open(login('pat_ana', 'vigia'), { rest: door.httpOrigin });
    expect(await drive.settled('connect', session.connect())).toEqual({
      ok: false,
      error: { kind: 'unknown', detail: 'a socket on another host' },
    });
  });

  it('reports an expired one-time address as a network fault, and does not log the secret in the address', async () => {
    const door = await restAnswering((path, { wsOrigin }) =>
      path.endsWith('/otp') ? json({ data: { url: `${wsOrigin}/ws?otp=SECRET` } }) : json({ data: [account({})] }),
    );
    const { session, lines } = open(login('pat_ana', 'vigia'), { rest: door.httpOrigin });
    const connected = await drive.settled('connect', session.connect());
    expect(connected).toEqual({ ok: false, error: { kind: 'network', detail: 'upgrade refused: 401' } });
    expect(lines.join('\n')).not.toContain('SECRET');
  });

  it('omits accounts that are inactive, in an unknown currency, or with too many decimals in the balance', async () => {
    const rows = [
      account({ currency: 'XRP', balance: 12 }),
      account({ balance: 0.123 }),
      account({ currency: 'CLP', balance: 10.5 }),
      account({ status: 'inactive' }),
    ];
    const door = await restAnswering(() => json({ data: rows }));
    const { session, lines } = open(login('pat_ana', 'vigia'), { rest: door.httpOrigin });
    expect(await drive.settled('connect', session.connect())).toMatchObject({
      error: { kind: 'unknown', detail: 'no active account in a currency that we know' },
    });
    expect(session.accounts()).toEqual([]);
    expect(lines).toContain('warn an account in an unknown currency is left out: XRP');
  });

  it.each([
    [401, 'auth_invalid'],
    [403, 'auth_invalid'],
    [429, 'auth_rate_limited'],
    [500, 'network'],
    [404, 'unknown'],
  ])('maps the REST status %i to %s', async (status, kind) => {
    const door = await restAnswering(() => json({ errors: [{ status, code: 'Code', message: 'said' }] }, status));
    const { session } = open(login('pat_ana', 'vigia'), { rest: door.httpOrigin });
    expect(await drive.settled('connect', session.connect())).toMatchObject({ ok: false, error: { kind } });
  });
});
