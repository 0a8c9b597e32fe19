import { err, ok } from '@vigia/core/kernel';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { startBrokersServer } from '../testing.ts';
import { FakeConsent, testTokensOf } from './testing-consent.ts';

const CODE = 'CANARY-code-of-ana';
const server = await startBrokersServer();
const { call, newPerson, deriv, clock, db, logged, clientIds } = server;
const consent = deriv.consent ?? new FakeConsent();
afterAll(() => server.close());

beforeEach(() => {
  clientIds['deriv'] = 'vigia';
  deriv.onConnect = () => ok(null);
  consent.onExchange = (nowMs) => ok(testTokensOf('first', nowMs));
  consent.exchanged.length = 0;
  clock.advance(3_600_000);
});

const start = (token: string, broker = 'deriv') => call(token, 'POST', `consent/${broker}`);
const finish = (token: string, state: string, broker = 'deriv') =>
  call(token, 'POST', `consent/${broker}/finish`, { code: CODE, state });

/** Starts an OAuth sign-in and returns the state that the broker's page will send back. */
async function startedBy(token: string): Promise<string> {
  const { data } = await start(token);
  return new URL(data?.url ?? '').searchParams.get('state') ?? '';
}
const codeOf = ({ error }: { error?: { code: string } | undefined }) => error?.code;
const rows = (userId: string) => db.sql<{ verifier_sealed: Buffer | null; used_at: Date | null }[]>`
  SELECT verifier_sealed, used_at FROM broker_consents WHERE user_id = ${userId}`;

describe('a sign-in on the page of the broker', () => {
  it('starts at that page, with the return address of this site', async () => {
    const { token } = await newPerson();
    const answer = await start(token);
    expect(answer).toMatchObject({ status: 200, data: { expires_at: new Date(clock.now() + 600_000).toISOString() } });
    const page = new URL(answer.data?.url ?? '');
    expect(page.searchParams.get('client_id')).toBe('vigia');
    expect(page.searchParams.get('redirect_uri')).toBe('https://vigia.example/connections/deriv/return');
    expect(page.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  });

  it('connects with the tokens that the code is exchanged for, and stores them', async () => {
    const { token, userId } = await newPerson();
    const state = await startedBy(token);
    expect(await finish(token, state)).toMatchObject({
      status: 200,
      message: 'Conectado a Deriv.',
      connection_status: 'connected',
      connection_info: { credential_kind: 'oauth', credential_hint: null, expires_at: null },
    });
    expect(deriv.last.credentials).toEqual(testTokensOf('first', clock.now()));
    const { request, code } = consent.exchanged[0] ?? {};
    expect(code).toBe(CODE);
    expect(request).toMatchObject({ clientId: 'vigia', state, verifier: expect.stringMatching(/^[\w-]{43}$/) });
    expect(request?.verifier).not.toBe(state);
    expect(await logged(userId)).toEqual(['broker_connected']);
  });

  it('stores neither state nor verifier in readable form, and wipes the verifier once it is used', async () => {
    const { token, userId } = await newPerson();
    const state = await startedBy(token);
    const before = (await rows(userId))[0];
    await finish(token, state);
    const { verifier = '' } = consent.exchanged[0]?.request ?? {};
    const dump = JSON.stringify(await db.sql`SELECT encode(state_hash, 'escape') AS state FROM broker_consents`);
    expect(dump).not.toContain(state);
    expect(before?.verifier_sealed?.toString('latin1')).not.toContain(verifier);
    expect(await rows(userId)).toEqual([{ verifier_sealed: null, used_at: new Date(clock.now()) }]);
  });

  it('is accepted only once', async () => {
    const { token } = await newPerson();
    const state = await startedBy(token);
    await finish(token, state);
    await call(token, 'POST', 'disconnect/deriv');
    expect(codeOf(await finish(token, state))).toBe('broker_consent_used');
    expect(consent.exchanged).toHaveLength(1);
  });

  it('is accepted only once if its response reaches two processes at the same time', async () => {
    const { token, userId } = await newPerson();
    const state = await startedBy(token);
    const principal = { userId, sessionId: randomIds.next(), isAnonymous: false, aal: 'aal1', scopes: null } as const;
    const caller = { principal, ip: '127.0.0.1', userAgent: null };
    const processes = [server.brokers, server.make()];
    const body = { code: CODE, state };
    const outcomes = await Promise.all(processes.map((one) => one.finishConsent(caller, deriv, body)));
    const codes = outcomes.flatMap((one) => (one.ok ? [] : [one.error.code]));
    expect(codes).toContain('broker_consent_used');
    expect(consent.exchanged).toHaveLength(1);
  });

  it('can be finished only by the user who started it', async () => {
    const [ana, eva] = [await newPerson(), await newPerson()];
    const state = await startedBy(ana.token);
    expect(await finish(eva.token, state)).toMatchObject({ status: 403, error: { code: 'broker_consent_foreign' } });
    expect(consent.exchanged).toEqual([]);
    expect(await finish(ana.token, state)).toMatchObject({ status: 200 });
  });

  it('is refused after ten minutes, after another one has started, or if it was never started', async () => {
    const { token } = await newPerson();
    const late = await startedBy(token);
    clock.advance(600_000);
    expect(codeOf(await finish(token, late))).toBe('broker_consent_expired');
    const replaced = await startedBy(token);
    const last = await startedBy(token);
    expect(codeOf(await finish(token, replaced))).toBe('broker_consent_expired');
    expect(codeOf(await finish(token, 'never-started'))).toBe('broker_consent_expired');
    expect(consent.exchanged).toEqual([]);
    expect(codeOf(await finish(token, last))).toBeUndefined();
  });

  it.each([
    ['auth_invalid', 'broker_consent_expired'],
    ['network', 'broker_unreachable'],
    ['auth_rate_limited', 'broker_rate_limited'],
  ] as const)('stores nothing if the broker replies to the code with %s', async (kind, code) => {
    const { token, userId } = await newPerson();
    consent.onExchange = () => err({ kind, detail: 'scripted' });
    expect(codeOf(await finish(token, await startedBy(token)))).toBe(code);
    expect(await db.sql`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`).toEqual([]);
  });

  it('stores nothing if the account cannot be opened with the tokens', async () => {
    const { token, userId } = await newPerson();
    deriv.onConnect = () => err({ kind: 'auth_invalid', detail: 'scripted' });
    expect(codeOf(await finish(token, await startedBy(token)))).toBe('broker_auth_invalid');
    expect(await db.sql`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`).toEqual([]);
  });

  it('is refused while a connection is open, before the code is exchanged', async () => {
    const { token } = await newPerson();
    const state = await startedBy(token);
    await call(token, 'POST', 'connect/deriv', { api_token: 'pat_1234567890', app_id: 'vigia' });
    expect(codeOf(await start(token))).toBe('broker_already_connected');
    expect(codeOf(await finish(token, state))).toBe('broker_already_connected');
    expect(consent.exchanged).toEqual([]);
  });

  it('is offered only if this installation is registered at the broker', async () => {
    const { token } = await newPerson();
    const offers = async () => {
      const { brokers = [] } = await call(token, 'GET', 'brokers');
      return brokers.map((broker) => Object(broker).offers_consent);
    };
    expect(await offers()).toEqual([false, false, true]);
    const state = await startedBy(token);
    delete clientIds['deriv'];
    expect(await offers()).toEqual([false, false, false]);
    expect(await start(token)).toMatchObject({ status: 422, error: { code: 'broker_form_unsupported' } });
    expect(codeOf(await finish(token, state))).toBe('broker_form_unsupported');
    expect(codeOf(await start(token, 'iqoption'))).toBe('broker_form_unsupported');
    expect(codeOf(await start(token, 'nadie'))).toBe('broker_unknown');
  });

  it('requires a re-authentication proof of the user, and is refused to anonymous users and to bots without the scope', async () => {
    const { token } = await newPerson();
    const unproved = await call(token, 'POST', 'consent/deriv', undefined, 'unproved');
    expect(unproved).toMatchObject({ status: 403, error: { code: 'proof_needed' } });
    const state = await startedBy(token);
    const finished = await call(token, 'POST', 'consent/deriv/finish', { code: CODE, state }, 'unproved');
    expect(finished.status, 'the return page has no proof').toBe(200);
    const demo = await newPerson({ isAnonymous: true });
    expect(codeOf(await start(demo.token))).toBe('anonymous_not_allowed');
    const bot = await newPerson({ scopes: ['read'] });
    expect(codeOf(await start(bot.token))).toBe('insufficient_scope');
  });

  it('is ended by a disconnection, which wipes the tokens and their key', async () => {
    const { token, userId } = await newPerson();
    await finish(token, await startedBy(token));
    expect(await call(token, 'POST', 'disconnect/deriv')).toMatchObject({
      status: 200,
      connection_info: { credential_kind: null },
      has_valid_credentials: false,
    });
    expect(deriv.last.closed).toBe('forget');
    const kept = await db.sql`
      SELECT 1 FROM broker_credentials WHERE user_id = ${userId}
      UNION ALL SELECT 1 FROM user_data_keys WHERE user_id = ${userId}`;
    expect(kept).toEqual([]);
    expect(await logged(userId)).toEqual(['broker_connected', 'broker_forgotten']);
  });

  it('writes no secret to the log', async () => {
    const { token } = await newPerson();
    const state = await startedBy(token);
    deriv.onConnect = ({ deps, credentials }) => {
      deps.log('warn', `careless ${JSON.stringify(credentials)}`);
      return ok(null);
    };
    await finish(token, state);
    const { verifier = '' } = consent.exchanged[0]?.request ?? {};
    expect(server.log()).toContain('careless');
    for (const secret of ['CANARY', state, verifier]) expect(server.log()).not.toContain(secret);
  });
});
