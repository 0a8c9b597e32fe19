import { afterAll, describe, expect, it } from 'vitest';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';
import { enrolFactor, protectedPerson, STEP_MS, sendCurrentCode, sessionOf } from './testing.ts';

const server = await startAuthServer();
const { call, modeStatus, newPerson, refreshRaw, signIn, lastMail } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const kindsOf = async (userId: string) =>
  (await sql<{ kind: string }[]>`SELECT kind FROM security_log WHERE user_id = ${userId} ORDER BY seq`).map(
    ({ kind }) => kind,
  );
const sessionIdOf = (token: string) => claimsOf(token).session_id;
const post = (path: string, token: string, body: unknown = {}) =>
  call(path, { method: 'POST', token, body: JSON.stringify(body) });
const refusalOf = async (answer: Promise<Response>) => {
  const { status } = await answer;
  return [status, (await jsonOf(answer)).error_code];
};

describe('the enrolment of a second factor', () => {
  it('returns a key that an authenticator app accepts', async () => {
    const { client, email } = await newPerson();
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Móvil', issuer: 'Casa' });
    const factor = assertFound(data);
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Móvil' });
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
    const uri = new URL(factor.totp.uri);
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', `/Casa:${email}`]);
    expect(uri.searchParams.get('secret')).toBe(factor.totp.secret);
    const [row] = await sql`SELECT secret_sealed FROM auth_factors WHERE id = ${factor.id}`;
    expect(String(row?.['secret_sealed'])).not.toContain(factor.totp.secret);
  });

  it.each([
    ['phone', 422, 'mfa_phone_enroll_not_enabled'],
    ['webauthn', 422, 'mfa_webauthn_enroll_not_enabled'],
    ['carrier pigeon', 400, 'validation_failed'],
  ])('is refused for a factor of type %s', async (factor_type, status, code) => {
    const { session } = await newPerson();
    expect(await refusalOf(post('/auth/v1/factors', session.access_token, { factor_type }))).toEqual([status, code]);
  });

  it('is refused to anonymous users', async () => {
    const client = server.client();
    await client.auth.signInAnonymously();
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(error).toMatchObject({ status: 403, code: 'no_authorization' });
  });

  it('refuses the name of a verified factor, but may be repeated with the name of an unverified one', async () => {
    const { client } = await newPerson();
    const first = await enrolFactor(server, client, 'A');
    const again = await enrolFactor(server, client, 'A');
    expect(await sendCurrentCode(client, first)).toBe('mfa_factor_not_found');
    expect(await sendCurrentCode(client, again)).toBeUndefined();
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'A' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
  });

  it('is refused after ten factors, not counting unverified ones that have expired', async () => {
    const { client } = await newPerson();
    for (let number = 0; number < 10; number += 1) await enrolFactor(server, client, '');
    const one = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(one.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    server.clock.advance(15 * 60_000);
    await enrolFactor(server, client, '');
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('requires a code of an existing factor before it adds another one', async () => {
    const { email, client } = await protectedPerson(server);
    const thief = await signIn(email);
    const { error } = await thief.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'suyo' });
    expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    await enrolFactor(server, client, 'Otro');
  });
});

describe('the first code of a factor', () => {
  it('verifies the factor and opens a new session at aal2', async () => {
    const { client, session, id, email } = await newPerson();
    const app = await enrolFactor(server, client);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' });
    server.clock.advance(1_000);
    expect(await sendCurrentCode(client, app)).toBeUndefined();
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const after = await sessionOf(client);
    expect(claimsOf(after.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, ...[claimsOf(session.access_token).amr].flat()],
    });
    expect(sessionIdOf(after.access_token)).not.toBe(sessionIdOf(session.access_token));
    expect(await modeStatus(after.access_token)).toBe(200);
    expect(await modeStatus(session.access_token)).toBe(401);
    expect((await refreshRaw(session.refresh_token)).status).toBe(400);
    const { data: factors } = await client.auth.mfa.listFactors();
    expect(assertFound(factors).totp).toMatchObject([
      { id: app.factorId, friendly_name: 'Teléfono', status: 'verified' },
    ]);
    expect(JSON.stringify(factors)).not.toMatch(/secret/);
    expect(await kindsOf(id)).toContain('second_factor_added');
    await lastMail(email, 'second_factor_added');
  });

  it('ends every other session of the user and publishes each end', async () => {
    const { email, client } = await newPerson();
    const other = await signIn(email);
    expect(await modeStatus(other.session.access_token)).toBe(200);
    const app = await enrolFactor(server, client);
    const ended: string[] = [];
    const stop = server.bus.subscribe(SESSION_ENDED, ({ sessionId }) => ended.push(sessionId));
    await sendCurrentCode(client, app);
    stop();
    expect(ended).toContain(sessionIdOf(other.session.access_token));
    expect(await modeStatus(other.session.access_token)).toBe(401);
  });

  it('deletes other unverified factors, because another client may know their secrets', async () => {
    const { email, client } = await newPerson();
    const thief = await signIn(email);
    const planted = await enrolFactor(server, thief.client, 'suyo');
    expect(await sendCurrentCode(client, await enrolFactor(server, client))).toBeUndefined();
    const back = await signIn(email);
    expect(await sendCurrentCode(back.client, planted)).toBe('mfa_factor_not_found');
  });

  it('is accepted for a further factor only in a session at aal2', async () => {
    const { email, client } = await protectedPerson(server);
    const second = await enrolFactor(server, client, 'Otro');
    const thief = await signIn(email);
    expect(await sendCurrentCode(thief.client, second)).toBe('insufficient_aal');
    expect(await sendCurrentCode(client, second)).toBeUndefined();
  });
});

describe('a sign-in with a second factor', () => {
  it('gives no access until a code of the factor is verified', async () => {
    const { email, app, id } = await protectedPerson(server);
    const { client, session } = await signIn(email);
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const refused = await call('/api/v1/trading/mode/current', { token: session.access_token });
    expect([refused.status, (await jsonOf(refused)).error?.code]).toEqual([403, 'second_factor_needed']);
    expect((await client.from('users').select('*').eq('id', id)).status).toBe(403);
    const renewed = assertFound((await client.auth.refreshSession()).data.session);
    expect(claimsOf(renewed.access_token)).toMatchObject({ aal: 'aal1' });
    expect(await modeStatus(renewed.access_token)).toBe(403);
    expect(await sendCurrentCode(client, app)).toBeUndefined();
    const open = await sessionOf(client);
    expect(sessionIdOf(open.access_token)).not.toBe(sessionIdOf(session.access_token));
    expect(await modeStatus(open.access_token)).toBe(200);
    expect(await modeStatus(session.access_token)).toBe(401);
    const again = assertFound((await client.auth.refreshSession()).data.session);
    expect(claimsOf(again.access_token)).toMatchObject({ aal: 'aal2', amr: claimsOf(open.access_token).amr });
    expect(await modeStatus(again.access_token)).toBe(200);
  });

  it('does not end other sessions', async () => {
    const { email, app, session } = await protectedPerson(server);
    const { client } = await signIn(email);
    await sendCurrentCode(client, app);
    expect(await modeStatus(session.access_token)).toBe(200);
  });

  it('is also required after a password recovery', async () => {
    const { email, app } = await protectedPerson(server);
    const client = server.client();
    await client.auth.resetPasswordForEmail(email);
    const { location } = await server.follow((await lastMail(email, 'recovery')).link);
    const { data } = await client.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
    const session = assertFound(data.session);
    expect(claimsOf(session.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'recovery' }] });
    expect(await modeStatus(session.access_token)).toBe(403);
    expect(await sendCurrentCode(client, app)).toBeUndefined();
    expect(await modeStatus((await sessionOf(client)).access_token)).toBe(200);
  });
});

describe('a code of an authenticator app', () => {
  it('is accepted up to one time step early or late', async () => {
    const { email, app } = await protectedPerson(server);
    const { client } = await signIn(email);
    const shownAfter = async (waitMs: number) => {
      server.clock.advance(10 * STEP_MS);
      const code = app.code();
      server.clock.advance(waitMs);
      return sendCurrentCode(client, { ...app, code: () => code });
    };
    expect(await shownAfter(2 * STEP_MS)).toBe('mfa_verification_failed');
    expect(await shownAfter(STEP_MS)).toBeUndefined();
  });

  it('is accepted once, even if another session sends it while it is still valid', async () => {
    const { email, app } = await protectedPerson(server);
    const code = app.code();
    const [one, two] = [await signIn(email), await signIn(email)];
    expect(await sendCurrentCode(one.client, { ...app, code: () => code })).toBeUndefined();
    expect(await sendCurrentCode(two.client, { ...app, code: () => code })).toBe('mfa_verification_failed');
    server.clock.advance(STEP_MS);
    expect(await sendCurrentCode(two.client, app)).toBeUndefined();
  });

  it('is accepted once if several sessions send it at the same moment', async () => {
    const { email, app } = await protectedPerson(server);
    const clients = [await signIn(email), await signIn(email), await signIn(email)];
    const outcomes = await Promise.all(clients.map(({ client }) => sendCurrentCode(client, app)));
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(1);
  });

  it('is logged if it is wrong, and several wrong codes delay the next attempt', async () => {
    const { email, app, id } = await protectedPerson(server);
    const { client } = await signIn(email);
    const wrong = { ...app, code: () => '12345' };
    for (let time = 0; time < 10; time += 1)
      expect(await sendCurrentCode(client, wrong)).toBe('mfa_verification_failed');
    expect((await kindsOf(id)).filter((kind) => kind === 'second_factor_failed')).toHaveLength(10);
    const { data } = await client.auth.mfa.challenge({ factorId: app.factorId });
    const { access_token: token } = await sessionOf(client);
    const body = { challenge_id: assertFound(data).id, code: app.code() };
    const slowed = await post(`/auth/v1/factors/${app.factorId}/verify`, token, body);
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
    server.clock.advance(1_000);
    expect(await sendCurrentCode(client, app)).toBeUndefined();
  });
});

describe('a challenge for a code of a second factor', () => {
  it('expires after five minutes and can be used only once', async () => {
    const { client, app } = await protectedPerson(server);
    const { data } = await client.auth.mfa.challenge({ factorId: app.factorId });
    const challenge = assertFound(data);
    expect(challenge).toMatchObject({ type: 'totp', expires_at: Math.floor(server.clock.now() / 1_000) + 300 });
    const verify = async () =>
      (await client.auth.mfa.verify({ factorId: app.factorId, challengeId: challenge.id, code: app.code() })).error;
    server.clock.advance(5 * 60_000);
    expect(await verify()).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
    const { data: next } = await client.auth.mfa.challenge({ factorId: app.factorId });
    const { access_token: token } = await sessionOf(client);
    const body = () => ({ challenge_id: assertFound(next).id, code: app.code() });
    const path = `/auth/v1/factors/${app.factorId}/verify`;
    expect((await post(path, token, body())).status).toBe(200);
    expect((await sql`SELECT 1 FROM auth_challenges WHERE id = ${assertFound(next).id}`).length).toBe(0);
  });

  it('is valid only in the session that requested it', async () => {
    const { email, client, app } = await protectedPerson(server);
    const thief = await signIn(email);
    const { data } = await client.auth.mfa.challenge({ factorId: app.factorId });
    const path = `/auth/v1/factors/${app.factorId}/verify`;
    const body = { challenge_id: assertFound(data).id, code: app.code() };
    expect(await refusalOf(post(path, thief.session.access_token, body))).toEqual([404, 'mfa_factor_not_found']);
  });

  it("is refused for another user's factor, as if it did not exist", async () => {
    const { client, app } = await protectedPerson(server);
    const { data } = await client.auth.mfa.challenge({ factorId: app.factorId });
    const { session } = await protectedPerson(server);
    const token = session.access_token;
    for (const factorId of [app.factorId, UNKNOWN_ID, 'nonsense']) {
      const path = `/auth/v1/factors/${factorId}`;
      const body = { challenge_id: assertFound(data).id, code: app.code() };
      const answers = [
        post(`${path}/challenge`, token),
        post(`${path}/verify`, token, body),
        call(path, { method: 'DELETE', token }),
      ];
      for (const answer of answers) expect(await refusalOf(answer)).toEqual([404, 'mfa_factor_not_found']);
    }
  });
});

describe('the removal of a factor', () => {
  it("requires a session at aal2, lowers this session to aal1, and ends the user's other sessions", async () => {
    const { email, client, app, session, id } = await protectedPerson(server);
    const thief = await signIn(email);
    const refused = await thief.client.auth.mfa.unenroll({ factorId: app.factorId });
    expect(refused.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const { data, error } = await client.auth.mfa.unenroll({ factorId: app.factorId });
    expect([data, error]).toEqual([{ id: app.factorId }, null]);
    expect(await modeStatus(thief.session.access_token)).toBe(401);
    expect(await modeStatus(session.access_token)).toBe(200);
    const renewed = assertFound((await client.auth.refreshSession()).data.session);
    expect(claimsOf(renewed.access_token)).toMatchObject({
      aal: 'aal1',
      amr: expect.not.arrayContaining([expect.objectContaining({ method: 'totp' })]),
    });
    expect(renewed.user.factors).toBeUndefined();
    expect(await modeStatus((await signIn(email)).session.access_token)).toBe(200);
    expect(await kindsOf(id)).toContain('second_factor_removed');
    await lastMail(email, 'second_factor_removed');
  });

  it("leaves the user's other factors unchanged", async () => {
    const { email, client, app } = await protectedPerson(server);
    const second = await enrolFactor(server, client, 'Otro');
    expect(await sendCurrentCode(client, second)).toBeUndefined();
    server.clock.advance(STEP_MS);
    expect((await client.auth.mfa.unenroll({ factorId: app.factorId })).error).toBeNull();
    const here = await sessionOf(client);
    expect(await modeStatus(here.access_token)).toBe(200);
    const { client: elsewhere, session } = await signIn(email, PASSWORD);
    expect(await modeStatus(session.access_token)).toBe(403);
    expect(await sendCurrentCode(elsewhere, app)).toBe('mfa_factor_not_found');
    expect(await sendCurrentCode(elsewhere, second)).toBeUndefined();
  });

  it('lowers the assurance level of the session at once', async () => {
    const { client, app, session } = await protectedPerson(server);
    expect(await modeStatus(session.access_token)).toBe(200);
    await client.auth.mfa.unenroll({ factorId: app.factorId });
    const checked = await server.auth.checkBearer(session.access_token);
    expect(checked).toMatchObject({ ok: true, value: { aal: 'aal1', needsSecondFactor: false } });
  });
});
