import { FactorReset, success } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { type AuthenticatorApp, protectedPerson, STEP_MS, sendCurrentCode, sessionOf } from '../factors/testing.ts';
import { assertFound, jsonOf, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { call, signIn, newPerson, lastMail, modeStatus } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

const PATH = '/api/v1/auth/factor-reset';
const DAY_MS = 24 * 60 * 60_000;
const NEW_PASSWORD = 'faro encendido en la niebla 3';

/** Opens a session with a recovery link, like an owner who can only read the mailbox. */
async function recovered(email: string) {
  const client = server.client();
  await client.auth.resetPasswordForEmail(email);
  const { location } = await server.follow((await lastMail(email, 'recovery')).link);
  const { data } = await client.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
  return { client, token: assertFound(data.session).access_token };
}
const read = (token: string) => call(PATH, { token });
const start = (token: string) => call(PATH, { method: 'POST', token });
const finish = (token: string, password = NEW_PASSWORD) =>
  call(`${PATH}/finish`, { method: 'POST', token, body: JSON.stringify({ password }) });
const stateOf = async (answer: Promise<Response>) => success(FactorReset).parse(await (await answer).json()).data;
const refusalOf = async (pending: Promise<Response>) => {
  const answer = await pending;
  return [answer.status, (await jsonOf(answer)).error?.code];
};
const kindsOf = async (id: string) => {
  const rows = await sql<{ kind: string }[]>`SELECT kind FROM security_log WHERE user_id = ${id} ORDER BY seq`;
  return rows.map(({ kind }) => kind);
};
const isAsked = async (id: string) => (await sql`SELECT 1 FROM factor_resets WHERE user_id = ${id}`).length > 0;

/**
 * Creates a user with a second factor and a pending request to remove it. The session that used the factor is signed
 * out.
 */
async function askedPerson() {
  const person = await protectedPerson(server);
  await person.client.auth.signOut({ scope: 'local' });
  const { token } = await recovered(person.email);
  expect((await start(token)).status).toBe(200);
  return { ...person, token };
}
async function passFactor(email: string, app: AuthenticatorApp) {
  const { client } = await signIn(email);
  server.clock.advance(STEP_MS);
  expect(await sendCurrentCode(client, app)).toBeUndefined();
  return client;
}

describe('a request to remove a lost second factor', () => {
  it('can be finished only after a day, and the owner gets a mail with the link «No fui yo»', async () => {
    const { email, id } = await protectedPerson(server);
    const { token } = await recovered(email);
    expect(await stateOf(read(token))).toEqual({ state: 'none' });
    const ready_at = new Date(Math.ceil((server.clock.now() + DAY_MS) / 1_000) * 1_000).toISOString();
    expect(await stateOf(start(token))).toEqual({ state: 'waiting', ready_at });
    server.clock.advance(60_000);
    expect(await stateOf(start(token))).toEqual({ state: 'waiting', ready_at });
    const mail = await lastMail(email, 'factor_reset_started');
    expect(mail.undo).not.toBe('');
    expect((await kindsOf(id)).filter((kind) => kind === 'factor_reset_started')).toHaveLength(1);
  });

  it('removes all factors, sets the password, ends all access and blocks real money when it is finished', async () => {
    const { email, id, session } = await protectedPerson(server);
    await call('/api/v1/account/recovery-codes', { method: 'POST', token: session.access_token });
    const body = JSON.stringify({ name: 'bot', scopes: ['read'], expires_in_days: 90 });
    await call('/api/v1/account/bot-tokens', { method: 'POST', token: session.access_token, body });
    await start((await recovered(email)).token);
    server.clock.advance(DAY_MS + 1_000);
    const { token } = await recovered(email);
    expect(await stateOf(read(token))).toMatchObject({ state: 'ready', needs_new_link: false });
    expect((await finish(token)).status).toBe(200);
    for (const ended of [token, session.access_token]) expect(await modeStatus(ended)).toBe(401);
    for (const table of ['auth_factors', 'auth_recovery_codes', 'bot_tokens', 'factor_resets', 'auth_sessions']) {
      expect(await sql`SELECT 1 FROM ${sql(table)} WHERE user_id = ${id}`).toHaveLength(0);
    }
    const back = await signIn(email, NEW_PASSWORD);
    expect(await modeStatus(back.session.access_token)).toBe(200);
    expect(await sql`SELECT * FROM user_settings WHERE user_id = ${id}`).toMatchObject([
      { real_money_waits_until: new Date(server.clock.now() + DAY_MS), real_money_waits_for: 'access_restored' },
    ]);
    expect((await lastMail(email, 'access_restored')).undo).not.toBe('');
    expect(await kindsOf(id)).toContain('access_restored');
  });

  it('can be finished only after the wait, with a recovery link that is also followed after the wait', async () => {
    const { email, token, app } = await askedPerson();
    expect(await refusalOf(finish(token))).toEqual([409, 'factor_reset_waits']);
    server.clock.advance(DAY_MS - 5 * 60_000);
    const { token: early } = await recovered(email);
    server.clock.advance(5 * 60_000 - 1_000);
    expect(await refusalOf(finish(early))).toEqual([409, 'factor_reset_waits']);
    server.clock.advance(2_000);
    expect(await stateOf(read(early))).toMatchObject({ state: 'ready', needs_new_link: true });
    expect(await refusalOf(finish(early))).toEqual([409, 'factor_reset_waits']);
    await passFactor(email, app);
  });

  it('is refused in a session that was opened with the password instead of a recovery link', async () => {
    const { email } = await askedPerson();
    const { session } = await signIn(email);
    for (const answer of [read(session.access_token), start(session.access_token), finish(session.access_token)]) {
      expect(await refusalOf(answer)).toEqual([403, 'reauthentication_needed']);
    }
    expect(await refusalOf(start('none'))).toEqual([401, 'not_authenticated']);
  });

  it('is refused fifteen minutes after the recovery link was followed', async () => {
    const { email } = await protectedPerson(server);
    const { token } = await recovered(email);
    server.clock.advance(15 * 60_000);
    expect(await refusalOf(start(token))).toEqual([403, 'reauthentication_needed']);
  });

  it('is refused to a user without a second factor', async () => {
    const { email } = await newPerson();
    expect(await refusalOf(start((await recovered(email)).token))).toEqual([404, 'not_found']);
  });

  it('expires a week after the end of the wait', async () => {
    const { email } = await askedPerson();
    server.clock.advance(8 * DAY_MS + 1_000);
    const { token } = await recovered(email);
    expect(await stateOf(read(token))).toEqual({ state: 'none' });
    expect(await refusalOf(finish(token))).toEqual([409, 'factor_reset_waits']);
  });

  it('cannot be finished with a weak password or with the current password', async () => {
    const { email } = await askedPerson();
    server.clock.advance(DAY_MS + 1_000);
    const { token } = await recovered(email);
    expect(await refusalOf(finish(token, '12345678'))).toEqual([422, 'weak_password']);
    expect(await refusalOf(finish(token, 'tormenta sobre el lago 7'))).toEqual([422, 'same_password']);
  });
});

describe('a request to remove a lost second factor is cancelled', () => {
  it('by a sign-in with a code of the factor', async () => {
    const { email, id, app } = await askedPerson();
    await passFactor(email, app);
    expect(await isAsked(id)).toBe(false);
    expect(await kindsOf(id)).toContain('factor_reset_cancelled');
  });

  it('by a sign-in with a recovery code', async () => {
    const { email, id, session } = await protectedPerson(server);
    const made = call('/api/v1/account/recovery-codes', { method: 'POST', token: session.access_token });
    const [code] = ((await jsonOf(made)).data as { codes: string[] }).codes;
    await start((await recovered(email)).token);
    const { session: locked } = await signIn(email);
    await call('/api/v1/auth/recovery-code', {
      method: 'POST',
      token: locked.access_token,
      body: JSON.stringify({ code }),
    });
    expect(await isAsked(id)).toBe(false);
  });

  it('by a refresh of a session that used the factor, but not of a session with the password only', async () => {
    const { email, id, client } = await protectedPerson(server);
    await start((await recovered(email)).token);
    const { client: locked } = await signIn(email);
    expect((await locked.auth.refreshSession()).error).toBeNull();
    expect(await isAsked(id)).toBe(true);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await isAsked(id)).toBe(false);
    expect(await modeStatus((await sessionOf(client)).access_token)).toBe(200);
  });

  it('by the link «No fui yo» in its mail, and the session that made the request ends too', async () => {
    const { email, id, token, app } = await askedPerson();
    const { undo } = await lastMail(email, 'factor_reset_started');
    await server.post('/api/v1/auth/not-me', { token: undo });
    expect(await isAsked(id)).toBe(false);
    expect(await refusalOf(start(token))).toEqual([401, 'not_authenticated']);
    await passFactor(email, app);
  });
});
