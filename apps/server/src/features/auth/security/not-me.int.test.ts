import { NotMeDone, success } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { enrolFactor, protectedPerson, STEP_MS, sendCurrentCode, sessionOf } from '../factors/testing.ts';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { call, post, newPerson, signIn, lastMail, modeStatus, mails } = server;
const { sql } = server.database.db;
afterAll(() => server.close());

const DAY_MS = 24 * 60 * 60_000;
const NEW_PASSWORD = 'faro encendido en la niebla 3';
const IP = { ip: '127.0.0.1', userAgent: null };

const object = (token: string) => post('/api/v1/auth/not-me', { token });
const doneBy = async (token: string) => success(NotMeDone).parse(await (await object(token)).json()).data;
const refusalOf = async (token: string) => {
  const answer = await object(token);
  return [answer.status, (await jsonOf(answer)).error];
};
const settingsOf = async (id: string) =>
  assertFound((await sql`SELECT * FROM user_settings WHERE user_id = ${id}`)[0]) as Record<
    string,
    Date | string | null
  >;
const logOf = async (id: string) => {
  const rows = await sql<{ kind: string; detail: Record<string, unknown> }[]>`
    SELECT kind, detail FROM security_log WHERE user_id = ${id} ORDER BY seq`;
  return rows.map(({ kind, detail }) => ({ kind, detail }));
};

async function makeBot(token: string) {
  const body = JSON.stringify({ name: 'bot', scopes: ['read'], expires_in_days: 365 });
  const answer = await jsonOf(call('/api/v1/account/bot-tokens', { method: 'POST', token, body }));
  return assertFound(answer.data as { token: string } | undefined).token;
}

/** Stores an external strategy of the user with an address. */
const addSignalAddress = (id: string) => sql`
  WITH made AS (
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
                            created_at, updated_at)
    VALUES (gen_random_uuid(), ${id}, 'x', 'external', 'EURUSD', '1m', '{}', 'inactive', 0, now(), now(), now())
    RETURNING id, user_id)
  INSERT INTO signal_doors (strategy_id, user_id, format, names, max_age_seconds, secret_hash, address_since,
                            updated_at)
  SELECT id, user_id, 'json', '{}', 10, '\\x01', now(), now() FROM made`;

/** Stores a chat of the user at Telegram, and a code that would connect another. */
async function addChat(id: string): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
      VALUES (gen_random_uuid(), ${id}, 'telegram', '{}', now()) RETURNING id, user_id)
    INSERT INTO telegram_chats (receiver_id, user_id, chat_id, name) SELECT id, user_id, 7, '@x' FROM made`;
  await sql`INSERT INTO telegram_codes (user_id, code_hash, expires_at) VALUES (${id}, '\\x07', now())`;
}
/** Stores a receiver of the user's notifications. */
const addWebhook = (id: string) => sql`
  INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
  VALUES (gen_random_uuid(), ${id}, 'webhook', '{settled}', now())`;

/** Changes the e-mail address in a user's session and confirms it with the link that is mailed to the new address. */
async function moveTo(client: Awaited<ReturnType<typeof newPerson>>['client'], email: string) {
  const { error } = await client.auth.updateUser({ email, current_password: PASSWORD });
  if (error) throw error;
  await server.follow((await lastMail(email, 'email_change')).link);
}

describe('the link «No fui yo»', () => {
  it('ends all access, voids mailed links, stops automation, blocks real money, and switches to the paper account', async () => {
    const { id, email, session, client } = await newPerson();
    const other = await signIn(email);
    const bot = await makeBot(assertFound(session).access_token);
    await client.auth.resetPasswordForEmail(email);
    await sql`UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real' WHERE user_id = ${id}`;
    await addSignalAddress(id);
    await addChat(id);
    await addWebhook(id);
    const { undo } = await lastMail(email, 'bot_token_made');
    expect(await doneBy(undo)).toEqual({ email, factor_removed: false, address: 'unchanged' });
    for (const token of [assertFound(session).access_token, other.session.access_token, bot]) {
      expect(await modeStatus(token)).toBe(401);
    }
    expect(await sql`SELECT 1 FROM auth_one_time_tokens WHERE user_id = ${id}`).toHaveLength(0);
    expect(await sql`SELECT secret_hash FROM signal_doors WHERE user_id = ${id}`).toEqual([{ secret_hash: null }]);
    expect(await sql`SELECT 1 FROM telegram_chats WHERE user_id = ${id}`).toHaveLength(0);
    expect(await sql`SELECT 1 FROM telegram_codes WHERE user_id = ${id}`).toHaveLength(0);
    expect(await sql`SELECT FROM notification_receivers WHERE user_id = ${id}`).toHaveLength(0);
    expect(await settingsOf(id)).toMatchObject({
      chosen_broker: null,
      chosen_kind: null,
      kill_switch_at: expect.any(Date),
      real_money_waits_until: new Date(server.clock.now() + DAY_MS),
      real_money_waits_for: 'not_me',
    });
    const detail = { change: 'bot_token_made', sessions: 2, bots: 1, factor_removed: false, address: 'unchanged' };
    expect((await logOf(id)).slice(-2)).toEqual([
      { kind: 'not_me', detail },
      { kind: 'automation_stopped', detail: {} },
    ]);
    expect((await lastMail(email, 'not_me')).text).toContain('elige una contraseña nueva');
    expect((await signIn(email)).session.user.id).toBe(id);
  });

  it('has no effect if a mail scanner loads it, because its token is in the fragment', async () => {
    const { id, email, session } = await newPerson();
    await makeBot(assertFound(session).access_token);
    const { text } = await lastMail(email, 'bot_token_made');
    const link = new URL(assertFound(/https?:\S+\/no-fui-yo\S+/.exec(text)?.[0]));
    expect([link.search, new URLSearchParams(link.hash.slice(1)).get('kind')]).toEqual(['', 'bot_token_made']);
    for (const method of ['GET', 'HEAD']) await call(link.pathname, { method });
    expect((await call('/api/v1/auth/not-me')).status).toBe(404);
    expect(await modeStatus(assertFound(session).access_token)).toBe(200);
    expect(await sql`SELECT 1 FROM security_undo_links WHERE user_id = ${id}`).toHaveLength(1);
  });

  it('works once and for seven days; a used, an expired and an unknown link get the same refusal', async () => {
    const { email, session } = await newPerson();
    await makeBot(assertFound(session).access_token);
    const first = (await lastMail(email, 'bot_token_made')).undo;
    await doneBy(first);
    const { session: later } = await signIn(email);
    await makeBot(later.access_token);
    const second = (await lastMail(email, 'bot_token_made')).undo;
    server.clock.advance(7 * DAY_MS);
    const refusals = await Promise.all([first, second, 'A'.repeat(43)].map(refusalOf));
    expect(refusals).toEqual(refusals.map(() => [403, expect.objectContaining({ code: 'link_invalid' })]));
    expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('takes effect once, even if it is used several times at the same moment', async () => {
    const { id, email, session } = await newPerson();
    await makeBot(assertFound(session).access_token);
    const { undo } = await lastMail(email, 'bot_token_made');
    const statuses = (await Promise.all([object(undo), object(undo), object(undo)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 403, 403]);
    expect((await logOf(id)).filter(({ kind }) => kind === 'not_me')).toHaveLength(1);
  });

  it('is stored as a hash', async () => {
    const { id, email, session } = await newPerson();
    await makeBot(assertFound(session).access_token);
    const { undo } = await lastMail(email, 'bot_token_made');
    const [row] = await sql<{ token_hash: Buffer }[]>`SELECT token_hash FROM security_undo_links WHERE user_id = ${id}`;
    expect(assertFound(row).token_hash).toHaveLength(32);
    expect(assertFound(row).token_hash.toString('latin1')).not.toContain(undo);
  });

  it('is rate-limited by client IP address', async () => {
    const from = { ip: '203.0.113.9', userAgent: null };
    for (let tried = 0; tried < 30; tried += 1) await server.auth.notMe('x', from);
    expect(await server.auth.notMe('x', from)).toMatchObject({ error: { code: 'over_request_rate_limit' } });
    expect(await server.auth.notMe('x', IP)).toMatchObject({ error: { code: 'otp_expired' } });
  });
});

describe('the link «No fui yo» about a new second factor', () => {
  it('removes this factor, so that the owner can sign in with the password again', async () => {
    const { email, id } = await protectedPerson(server);
    const { undo } = await lastMail(email, 'second_factor_added');
    expect(await doneBy(undo)).toMatchObject({ factor_removed: true });
    const { session } = await signIn(email);
    expect(await modeStatus(session.access_token)).toBe(200);
    expect(await sql`SELECT 1 FROM auth_recovery_codes WHERE user_id = ${id}`).toHaveLength(0);
  });

  it('keeps the factor that the owner had before', async () => {
    const { email, client, app } = await protectedPerson(server);
    const thief = await enrolFactor(server, client, 'Otro');
    expect(await sendCurrentCode(client, thief)).toBeUndefined();
    server.clock.advance(STEP_MS);
    const { undo } = await lastMail(email, 'second_factor_added');
    expect(await doneBy(undo)).toMatchObject({ factor_removed: true });
    const again = await signIn(email);
    expect(await sendCurrentCode(again.client, thief)).toBe('mfa_factor_not_found');
    expect(await sendCurrentCode(again.client, app)).toBeUndefined();
  });

  it('removes no factor if it belongs to a mail about another change', async () => {
    const { email, session, app } = await protectedPerson(server);
    await makeBot(session.access_token);
    expect(await doneBy((await lastMail(email, 'bot_token_made')).undo)).toMatchObject({ factor_removed: false });
    const again = await signIn(email);
    expect(await modeStatus(again.session.access_token)).toBe(403);
    expect(await sendCurrentCode(again.client, app)).toBeUndefined();
  });

  it('deletes recovery codes if it belongs to a mail about new recovery codes', async () => {
    const { email, id, session } = await protectedPerson(server);
    await call('/api/v1/account/recovery-codes', { method: 'POST', token: session.access_token });
    expect(await sql`SELECT 1 FROM auth_recovery_codes WHERE user_id = ${id}`).toHaveLength(10);
    await doneBy((await lastMail(email, 'recovery_codes_made')).undo);
    expect(await sql`SELECT 1 FROM auth_recovery_codes WHERE user_id = ${id}`).toHaveLength(0);
  });
});

describe('the link «No fui yo» about a changed password or address', () => {
  it('invalidates the new password, so the owner chooses another one with a password reset', async () => {
    const { email, client } = await newPerson();
    await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    await doneBy((await lastMail(email, 'password_changed')).undo);
    await expect(signIn(email, NEW_PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' });
    const mine = server.client();
    await mine.auth.resetPasswordForEmail(email);
    const { location } = await server.follow((await lastMail(email, 'recovery')).link);
    await mine.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
    expect((await mine.auth.updateUser({ password: 'otra orilla del mismo rio 8' })).error).toBeNull();
  });

  it('in the mail to the old address restores this address and invalidates the password', async () => {
    const { id, email, client } = await newPerson();
    const stolen = server.freshEmail();
    await moveTo(client, stolen);
    const { undo } = await lastMail(email, 'email_changed');
    expect(await doneBy(undo)).toEqual({ email, factor_removed: false, address: 'restored' });
    for (const address of [email, stolen]) {
      await expect(signIn(address)).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    expect(
      await sql`SELECT a.email, u.email AS profile FROM auth_users a JOIN users u USING (id) WHERE id = ${id}`,
    ).toMatchObject([{ email, profile: email }]);
    expect((await lastMail(email, 'not_me')).text).toContain('Tu cuenta vuelve a usar este correo.');
    expect((await mails()).filter(({ to, kind }) => to === stolen && kind === 'not_me')).toEqual([]);
  });

  it('is refused in mails to newer addresses after the link in the mail to the original address was used', async () => {
    const { email, client } = await newPerson();
    const [first, second] = [server.freshEmail(), server.freshEmail()];
    await moveTo(client, first);
    const toNew = (await lastMail(first, 'email_changed')).undo;
    server.clock.advance(1_000);
    await moveTo(client, second);
    const thiefs = (await lastMail(first, 'email_changed')).undo;
    expect(thiefs).not.toBe(toNew);
    expect(await doneBy((await lastMail(email, 'email_changed')).undo)).toMatchObject({ address: 'restored' });
    expect((await refusalOf(thiefs))[0]).toBe(403);
    expect((await refusalOf(toNew))[0]).toBe(403);
  });

  it('in the mail to the new address keeps that address, and the link in the mail to the old one still works', async () => {
    const { id, email, client } = await newPerson();
    const first = server.freshEmail();
    await moveTo(client, first);
    expect(await doneBy((await lastMail(first, 'email_changed')).undo)).toMatchObject({ address: 'unchanged' });
    expect(await doneBy((await lastMail(email, 'email_changed')).undo)).toMatchObject({ address: 'restored' });
    expect(await sql`SELECT email FROM auth_users WHERE id = ${id}`).toMatchObject([{ email }]);
  });

  it('does not restore an old address that another user has registered meanwhile', async () => {
    const { email, client } = await newPerson();
    const stolen = server.freshEmail();
    await moveTo(client, stolen);
    const { undo } = await lastMail(email, 'email_changed');
    const other = await newPerson();
    await moveTo(other.client, email);
    expect(await doneBy(undo)).toMatchObject({ address: 'taken' });
    expect(await sql`SELECT id FROM auth_users WHERE email = ${email}`).toMatchObject([{ id: other.id }]);
  });
});

describe('a theft with a stolen access token', () => {
  it('ends with the owner in control of the account and with real money blocked', async () => {
    const { id, email, session } = await newPerson();
    const stolen = server.client();
    await stolen.auth.setSession(assertFound(session));
    const thief = await enrolFactor(server, stolen);
    expect(await sendCurrentCode(stolen, thief)).toBeUndefined();
    const { access_token: token } = await sessionOf(stolen);
    const bot = await makeBot(token);
    const locked = await signIn(email);
    expect(await modeStatus(locked.session.access_token)).toBe(403);
    expect(await settingsOf(id)).toMatchObject({ real_money_waits_for: 'second_factor_added' });
    expect(await doneBy((await lastMail(email, 'second_factor_added')).undo)).toMatchObject({ factor_removed: true });
    expect(await modeStatus(token)).toBe(401);
    expect(await modeStatus(bot)).toBe(401);
    const back = await signIn(email);
    expect(claimsOf(back.session.access_token)).toMatchObject({ sub: id });
    expect(await modeStatus(back.session.access_token)).toBe(200);
    expect(await settingsOf(id)).toMatchObject({ real_money_waits_until: new Date(server.clock.now() + DAY_MS) });
  });
});
