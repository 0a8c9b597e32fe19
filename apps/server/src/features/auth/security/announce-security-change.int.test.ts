import { EndedBotTokens, success } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { protectedPerson } from '../factors/testing.ts';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { call, newPerson, signIn, lastMail, mails } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

const DAY_MS = 24 * 60 * 60_000;
const NEW_PASSWORD = 'faro encendido en la niebla 3';
const CODES = '/api/v1/account/recovery-codes';
const BOTS = '/api/v1/account/bot-tokens';

const waitOf = async (id: string) => {
  const [row] = await sql<{ until: Date | null; reason: string | null }[]>`
    SELECT real_money_waits_until AS until, real_money_waits_for AS reason FROM user_settings WHERE user_id = ${id}`;
  return assertFound(row);
};
const waitFor = (reason: string) => ({ until: new Date(server.clock.now() + DAY_MS), reason });
const NO_WAIT = { until: null, reason: null };
const forgetWait = (id: string) =>
  sql`UPDATE user_settings SET real_money_waits_until = NULL, real_money_waits_for = NULL WHERE user_id = ${id}`;
const undoIn = async (email: string, kind: string) => (await lastMail(email, kind)).undo;
const makeBot = (token: string) =>
  call(BOTS, { method: 'POST', token, body: JSON.stringify({ name: 'bot', scopes: ['read'], expires_in_days: 9 }) });
const bots = async (id: string) => (await sql`SELECT 1 FROM bot_tokens WHERE user_id = ${id}`).length;

describe('a security change is reported by mail with its own undo link, and real money is blocked for a day', () => {
  it('after a change of the password', async () => {
    const { id, email, client } = await newPerson();
    await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(await waitOf(id)).toEqual(waitFor('password_changed'));
    const mail = await lastMail(email, 'password_changed');
    expect([mail.undo.length, mail.text.includes('El dinero real espera 24 horas')]).toEqual([43, true]);
  });

  it('after a change of the address, by a mail to the old and the new address', async () => {
    const { id, email, client } = await newPerson();
    const next = server.freshEmail();
    await client.auth.updateUser({ email: next, current_password: PASSWORD });
    await server.follow((await lastMail(next, 'email_change')).link);
    expect(await waitOf(id)).toEqual(waitFor('email_changed'));
    const [old, own] = [await undoIn(email, 'email_changed'), await undoIn(next, 'email_changed')];
    expect([old.length, own.length, old === own]).toEqual([43, 43, false]);
  });

  it('after a second factor is added or removed, or a recovery code is used', async () => {
    const { id, email, client, app, session } = await protectedPerson(server);
    expect(await waitOf(id)).toMatchObject({ reason: 'second_factor_added' });
    expect(await undoIn(email, 'second_factor_added')).not.toBe('');
    const made = await jsonOf(call(CODES, { method: 'POST', token: session.access_token }));
    expect(await undoIn(email, 'recovery_codes_made')).not.toBe('');
    const locked = (await signIn(email)).session.access_token;
    const body = JSON.stringify({ code: (made.data as { codes: string[] }).codes[0] });
    await call('/api/v1/auth/recovery-code', { method: 'POST', token: locked, body });
    expect(await waitOf(id)).toEqual(waitFor('recovery_code_used'));
    expect(await undoIn(email, 'recovery_code_used')).not.toBe('');
    await client.auth.mfa.unenroll({ factorId: app.factorId });
    expect(await waitOf(id)).toEqual(waitFor('second_factor_removed'));
    expect(await undoIn(email, 'second_factor_removed')).not.toBe('');
  });
});

describe('a security change is reported by mail, and real money is not blocked', () => {
  it('after the creation of a bot token, because no bot token can trade real money', async () => {
    const { id, email, session } = await newPerson();
    await makeBot(assertFound(session).access_token);
    expect(await undoIn(email, 'bot_token_made')).not.toBe('');
    expect(await waitOf(id)).toEqual(NO_WAIT);
  });

  it('after an export of all data', async () => {
    const { id, email, session } = await newPerson();
    await call('/api/v1/account/export', { token: assertFound(session).access_token });
    expect(await undoIn(email, 'data_exported')).not.toBe('');
    expect(await waitOf(id)).toEqual(NO_WAIT);
  });

  it('only if the change succeeds: a failed change sends no mail', async () => {
    const { email, client } = await newPerson();
    const before = (await mails()).filter(({ to }) => to === email).length;
    await client.auth.updateUser({ password: NEW_PASSWORD, current_password: 'wrong' });
    expect((await mails()).filter(({ to }) => to === email)).toHaveLength(before);
  });
});

describe('real money is not blocked', () => {
  it('after the confirmation of the first address, and no undo link is mailed', async () => {
    const { id, email } = await newPerson();
    expect(await waitOf(id)).toEqual(NO_WAIT);
    expect((await mails()).filter(({ to, undo }) => to === email && undo !== '')).toEqual([]);
  });

  it('after the first password of an account, and the mail does not mention a block', async () => {
    const { id, email, client } = await newPerson();
    await sql`UPDATE auth_users SET password_hash = NULL WHERE id = ${id}`;
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await waitOf(id)).toEqual(NO_WAIT);
    expect((await lastMail(email, 'password_changed')).text).not.toContain('El dinero real espera');
  });

  it('after an anonymous user adds an address and becomes a full account', async () => {
    const client = server.client();
    const { data } = await client.auth.signInAnonymously();
    const email = server.freshEmail();
    await client.auth.updateUser({ email, password: NEW_PASSWORD });
    await server.follow((await lastMail(email, 'email_change')).link);
    expect(await waitOf(assertFound(data.user).id)).toEqual(NO_WAIT);
  });
});

describe('bot tokens', () => {
  it('are deleted after a password reset by mail, but only paused after a change with the current password', async () => {
    const { id, email, client, session } = await newPerson();
    await makeBot(assertFound(session).access_token);
    await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(await sql`SELECT paused_at FROM bot_tokens WHERE user_id = ${id}`).toEqual([
      { paused_at: expect.any(Date) },
    ]);
    const other = server.client();
    await other.auth.resetPasswordForEmail(email);
    const { location } = await server.follow((await lastMail(email, 'recovery')).link);
    await other.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
    await forgetWait(id);
    expect((await other.auth.updateUser({ password: 'otra orilla del mismo rio 8' })).error).toBeNull();
    expect(await bots(id)).toBe(0);
    expect(await waitOf(id)).toEqual(waitFor('password_changed'));
  });

  it('are all deleted by one request of their user, without effect on the tokens of other users', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const token = assertFound(one.session).access_token;
    const made = await jsonOf(makeBot(token));
    await makeBot(token);
    await makeBot(assertFound(other.session).access_token);
    const answer = await call(BOTS, { method: 'DELETE', token });
    expect(success(EndedBotTokens).parse(await answer.json()).data).toEqual({ ended: 2 });
    expect([await bots(one.id), await bots(other.id)]).toEqual([0, 1]);
    expect(await server.modeStatus((made.data as { token: string }).token)).toBe(401);
    const log = await sql`SELECT detail FROM security_log WHERE user_id = ${one.id} AND kind = 'bot_tokens_ended'`;
    expect(log).toEqual([{ detail: { count: 2, reason: 'owner' } }]);
    expect(claimsOf(token).sub).toBe(one.id);
  });
});
