import type { SupabaseClient } from '@supabase/supabase-js';
import { FreshProof, PROOF_HEADER, ProofAsked, RECOVERY_CODES_HEADER, RecoveryCodes, success } from '@vigia/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AuthenticatorApp,
  enrolFactor,
  protectedPerson,
  STEP_MS,
  sendCurrentCode,
  sessionOf,
} from '../factors/testing.ts';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { call, freshEmail, lastMail, mails, modeStatus, newPerson, signIn } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

const PATH = '/api/v1/account/proof';
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
const WRONG = '000000';

const prove = (token: string, shown: object) => call(PATH, { method: 'POST', token, body: JSON.stringify(shown) });
const asked = async (token: string) => success(ProofAsked).parse(await (await call(PATH, { token })).json()).data.asks;
const given = async (answer: Promise<Response>) => success(FreshProof).parse(await (await answer).json()).data;
const refusal = async (answer: Promise<Response>): Promise<[number, string | number | undefined]> => {
  const { status } = await answer;
  const { error, code, error_code } = await jsonOf(answer);
  return [status, error?.code ?? error_code ?? code];
};
const unproved = (path: string, token: string, body?: object, method = 'POST') =>
  refusal(call(path, { method, token, proof: null, ...(body && { body: JSON.stringify(body) }) }));

/** Verifies a code, and returns the recovery codes in the response; null if the response contains none. */
async function verified(
  client: SupabaseClient,
  { factorId, code }: AuthenticatorApp,
): Promise<readonly string[] | null> {
  const challenge = assertFound((await client.auth.mfa.challenge({ factorId })).data);
  const body = JSON.stringify({ challenge_id: challenge.id, code: code() });
  const { access_token: token } = await sessionOf(client);
  const answer = await call(`/auth/v1/factors/${factorId}/verify`, { method: 'POST', token, body });
  const { access_token, refresh_token } = await jsonOf(answer);
  await client.auth.setSession({ access_token, refresh_token });
  return answer.headers.get(RECOVERY_CODES_HEADER)?.split(',') ?? null;
}

async function firstFactor() {
  const person = await newPerson();
  const app = await enrolFactor(server, person.client);
  return { ...person, app, codes: assertFound(await verified(person.client, app)) };
}

const principalOf = (token: string) => {
  const { sub, session_id } = claimsOf(token);
  return { userId: sub, sessionId: session_id, isAnonymous: false, aal: 'aal2', scopes: null } as const;
};
/** Access token and client of a request, for calls of the use case without HTTP. */
const FROM = { accessToken: '', origin: { ip: '203.0.113.9', userAgent: null } };

describe('a stolen access token, one second after the sign-in', () => {
  it('cannot change a credential, create bot tokens or recovery codes, or export data', async () => {
    const { email } = await newPerson();
    const { access_token: token } = (await signIn(email)).session;
    const bot = { name: 'mío', scopes: ['trade'], expires_in_days: 365 };
    const needed = [403, 'proof_needed'];
    const again = [400, 'reauthentication_needed'];
    expect(await unproved('/auth/v1/factors', token, { factor_type: 'totp' })).toEqual(again);
    expect(await unproved('/api/v1/account/bot-tokens', token, bot)).toEqual(needed);
    expect(await unproved('/api/v1/account/recovery-codes', token)).toEqual(needed);
    expect(await unproved('/api/v1/account/export', token, undefined, 'GET')).toEqual(needed);
    expect(await unproved('/auth/v1/user', token, { email: freshEmail() }, 'PUT')).toEqual(again);
    expect(await modeStatus(token)).toBe(200);
  });

  it('cannot verify a factor that the owner is enrolling, and cannot remove a verified factor', async () => {
    const owner = await newPerson();
    const started = await enrolFactor(server, owner.client);
    const thief = server.unprovedClient();
    await thief.auth.setSession(owner.session);
    expect(await sendCurrentCode(thief, started)).toBe('reauthentication_needed');
    expect(await sendCurrentCode(owner.client, started)).toBeUndefined();
    await thief.auth.setSession(await sessionOf(owner.client));
    const removed = await thief.auth.mfa.unenroll({ factorId: started.factorId });
    expect(removed.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  });

  it('cannot delete the account, which needs the password or, with a second factor, a re-authentication proof', async () => {
    const { session } = await newPerson();
    const confirm = 'ELIMINAR MI CUENTA';
    const path = '/api/v1/account/delete';
    expect(await unproved(path, session.access_token, { confirm })).toEqual([403, 'reauthentication_needed']);
    const owner = await protectedPerson(server);
    const body = { confirm, password: PASSWORD };
    expect(await unproved(path, owner.session.access_token, body)).toEqual([403, 'proof_needed']);
  });
});

describe('a re-authentication proof by password', () => {
  it('admits a protected request for five minutes', async () => {
    const { session } = await newPerson();
    const token = session.access_token;
    expect(await asked(token)).toBe('password');
    const { proof, expires_at } = await given(prove(token, { password: PASSWORD }));
    expect(Date.parse(expires_at)).toBe(server.clock.now() + 5 * MINUTE_MS);
    const body = JSON.stringify({ name: 'x', scopes: ['read'], expires_in_days: 1 });
    const make = () =>
      call('/api/v1/account/bot-tokens', {
        method: 'POST',
        token,
        proof: null,
        body,
        headers: { [PROOF_HEADER]: proof },
      });
    expect((await make()).status).toBe(201);
    server.clock.advance(5 * MINUTE_MS);
    expect(await refusal(make())).toEqual([403, 'proof_needed']);
  });

  it('is refused in another session of the same user', async () => {
    const { session, email } = await newPerson();
    const other = (await signIn(email)).session.access_token;
    const { proof } = await given(prove(session.access_token, { password: PASSWORD }));
    const headers = { [PROOF_HEADER]: proof };
    const answer = call('/api/v1/account/export', { token: other, proof: null, headers });
    expect(await refusal(answer)).toEqual([403, 'proof_needed']);
  });

  it('replaces the current password when the user changes address and password', async () => {
    const { session } = await newPerson();
    const { proof } = await given(prove(session.access_token, { password: PASSWORD }));
    const body = JSON.stringify({ email: freshEmail(), password: 'un faro en la niebla 9' });
    const init = { method: 'PUT', token: session.access_token, body, headers: { [PROOF_HEADER]: proof } };
    expect((await call('/auth/v1/user', init)).status).toBe(200);
  });

  it('is refused for a wrong password, and wrong passwords delay the next attempt', async () => {
    const { session } = await newPerson();
    const token = session.access_token;
    for (let n = 0; n < 10; n += 1) {
      expect(await refusal(prove(token, { password: `no ${n}` }))).toEqual([422, 'current_password_invalid']);
    }
    expect(await refusal(prove(token, { password: PASSWORD }))).toEqual([429, 'rate_limited']);
    server.clock.advance(1_000);
    expect((await prove(token, { password: PASSWORD })).status).toBe(200);
  });

  it('is refused if the password is missing, and to anonymous users', async () => {
    const { session } = await newPerson();
    expect(await refusal(prove(session.access_token, { code: WRONG }))).toEqual([422, 'validation_failed']);
    const { data } = await server.client().auth.signInAnonymously();
    const token = assertFound(data.session).access_token;
    expect(await refusal(prove(token, { password: PASSWORD }))).toEqual([403, 'anonymous_not_allowed']);
  });
});

describe('a re-authentication proof by mailed digits', () => {
  it('is required from a user without a password', async () => {
    const { session, id, client, email } = await newPerson();
    await sql`UPDATE auth_users SET password_hash = NULL WHERE id = ${id}`;
    const token = session.access_token;
    expect(await asked(token)).toBe('mailed_digits');
    expect(await refusal(prove(token, { mailed_digits: WRONG }))).toEqual([422, 'code_invalid']);
    await client.auth.reauthenticate();
    const { digits } = await lastMail(email, 'reauthentication');
    expect((await prove(token, { mailed_digits: digits })).status).toBe(200);
  });
});

describe('a re-authentication proof by second factor', () => {
  beforeEach(() => server.clock.advance(DAY_MS));

  it('is required from a user with a second factor, and their password alone is refused', async () => {
    const { session, app } = await protectedPerson(server);
    const token = session.access_token;
    expect(await asked(token)).toBe('code');
    expect(await refusal(prove(token, { password: PASSWORD }))).toEqual([422, 'validation_failed']);
    const code = app.code();
    expect((await prove(token, { code })).status).toBe(200);
    expect(await refusal(prove(token, { code }))).toEqual([422, 'code_invalid']);
  });

  it('accepts a code of any verified factor, but not of an unverified one', async () => {
    const { session, client } = await protectedPerson(server);
    const second = await enrolFactor(server, client, 'Otro');
    expect(await refusal(prove(session.access_token, { code: second.code() }))).toEqual([422, 'code_invalid']);
    expect(await sendCurrentCode(client, second)).toBeUndefined();
    server.clock.advance(STEP_MS);
    expect((await prove((await sessionOf(client)).access_token, { code: second.code() })).status).toBe(200);
  });

  it('accepts a recovery code once; then real money is blocked and the owner can object by mail', async () => {
    const { session, email, id } = await protectedPerson(server);
    const token = session.access_token;
    const made = await call('/api/v1/account/recovery-codes', { method: 'POST', token });
    const [code] = success(RecoveryCodes).parse(await made.json()).data.codes;
    expect((await prove(token, { code })).status).toBe(200);
    expect(await refusal(prove(token, { code }))).toEqual([422, 'code_invalid']);
    expect((await lastMail(email, 'recovery_code_used')).text).toContain('/no-fui-yo#');
    expect(await sql`SELECT real_money_waits_for AS why FROM user_settings WHERE user_id = ${id}`).toEqual([
      { why: 'recovery_code_used' },
    ]);
  });
});

describe('wrong codes of a second factor', () => {
  beforeEach(() => server.clock.advance(2 * DAY_MS));

  it('are limited to 32 a day, so the chance of guessing a code stays below 1 in 10,000', async () => {
    const { session } = await protectedPerson(server);
    const endMs = server.clock.now() + DAY_MS;
    let wrong = 0;
    while (server.clock.now() < endMs) {
      const tried = await server.auth.identity.prove(principalOf(session.access_token), { code: WRONG }, FROM);
      if (tried.ok) throw new Error('guessed');
      if (tried.error.code === 'mfa_verification_failed') wrong += 1;
      else server.clock.advance((tried.error.retryAfterS ?? 0) * 1_000);
    }
    expect(wrong).toBeGreaterThan(15);
    expect(wrong).toBeLessThanOrEqual(32);
  });

  it('count towards one limit across restarts, right codes in between, proofs and sign-ins', async () => {
    const { session, app, email } = await protectedPerson(server);
    for (let n = 0; n < 12; n += 1) {
      expect(await refusal(prove(session.access_token, { code: WRONG }))).toEqual([422, 'code_invalid']);
      server.clock.advance(MINUTE_MS);
    }
    const reopened = await server.reopen();
    const later = (code: string) => reopened.identity.prove(principalOf(session.access_token), { code }, FROM);
    expect(await later(app.code())).toMatchObject({ ok: true });
    for (let n = 0; n < 3; n += 1)
      expect(await later(WRONG)).toMatchObject({ error: { code: 'mfa_verification_failed' } });
    reopened.stop();
    const { client } = await signIn(email);
    expect(await sendCurrentCode(client, { ...app, code: () => WRONG })).toBe('over_request_rate_limit');
  });

  it('do not block a proof by recovery code', async () => {
    const { client, codes } = await firstFactor();
    const { access_token: token } = await sessionOf(client);
    for (let n = 0; n < 20; n += 1) {
      await prove(token, { code: WRONG });
      server.clock.advance(MINUTE_MS);
    }
    expect(await refusal(prove(token, { code: WRONG }))).toEqual([429, 'rate_limited']);
    expect((await prove(token, { code: codes[0] })).status).toBe(200);
  });

  it('are reported to the owner by mail from the fifth on, once a day', async () => {
    const { session, email } = await protectedPerson(server);
    const token = session.access_token;
    const sent = async () => (await mails()).filter(({ to, kind }) => to === email && kind === 'second_factor_guessed');
    for (let n = 0; n < 4; n += 1) await prove(token, { code: WRONG });
    expect(await sent()).toHaveLength(0);
    for (let n = 0; n < 4; n += 1) await prove(token, { code: WRONG });
    const [mail] = await sent();
    expect([(await sent()).length, mail?.text]).toEqual([1, expect.stringContaining('5 códigos incorrectos')]);
    server.clock.advance(DAY_MS);
    const { access_token: later } = (await signIn(email)).session;
    const wrong = JSON.stringify({ code: 'AAAA' });
    for (let n = 0; n < 5; n += 1) {
      await call('/api/v1/auth/recovery-code', { method: 'POST', token: later, body: wrong });
    }
    expect(await sent()).toHaveLength(2);
  });
});

describe('the first verified factor', () => {
  it('returns ten recovery codes in a response header, so the client does not store them with the session', async () => {
    const { codes, client, email } = await firstFactor();
    expect(codes).toHaveLength(10);
    expect(JSON.stringify(await sessionOf(client))).not.toContain(codes[0]);
    const { access_token: locked } = (await signIn(email)).session;
    const body = JSON.stringify({ code: codes[3] });
    expect((await call('/api/v1/auth/recovery-code', { method: 'POST', token: locked, body })).status).toBe(200);
  });

  it('is the only factor whose verification returns recovery codes; a second factor leaves these codes unchanged', async () => {
    const { client, codes, email } = await firstFactor();
    server.clock.advance(STEP_MS);
    const second = await enrolFactor(server, client, 'Otro');
    expect(await verified(client, second)).toBeNull();
    const { access_token: locked } = (await signIn(email)).session;
    const body = JSON.stringify({ code: codes[0] });
    expect((await call('/api/v1/auth/recovery-code', { method: 'POST', token: locked, body })).status).toBe(200);
  });
});
