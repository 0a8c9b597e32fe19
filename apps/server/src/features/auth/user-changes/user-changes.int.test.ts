import { afterAll, describe, expect, it } from 'vitest';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const NEW_PASSWORD = 'otra frase bien larga';
const MINUTE_MS = 60_000;

const server = await startAuthServer();
const { call, follow, freshEmail, lastMail, mails, modeStatus, newPerson, refreshRaw, signIn } = server;
afterAll(() => server.close());
const { sql } = server.database.db;

type Person = Awaited<ReturnType<typeof newPerson>>;

const kindsOf = async (userId: string) =>
  (await server.auth.securityEntries(userId, { limit: 20 })).map((entry) => entry.kind);

/** Sends a change with an access token and without the Supabase client, and returns status and error code. */
async function put(token: string, body: Record<string, unknown>) {
  const answer = await call('/auth/v1/user', { method: 'PUT', token, body: JSON.stringify(body) });
  return [answer.status, (await jsonOf(answer)).error_code];
}

async function nonceFor({ client, email }: Person) {
  expect((await client.auth.reauthenticate()).error).toBeNull();
  return (await lastMail(email, 'reauthentication')).digits;
}

/** Returns a browser in which the user has followed a recovery link. */
async function recovered(email: string) {
  const client = server.client();
  await client.auth.resetPasswordForEmail(email);
  const { location } = await follow((await lastMail(email, 'recovery')).link);
  const { error } = await client.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
  expect(error).toBeNull();
  return client;
}

describe('a change of the password', () => {
  it('accepts mailed digits as proof once, within an hour', async () => {
    const person = await newPerson();
    const nonce = await nonceFor(person);
    expect(nonce).toMatch(/^\d{6}$/);
    expect((await person.client.auth.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull();
    const again = await person.client.auth.updateUser({ password: 'la tercera de las frases', nonce });
    expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    const late = await nonceFor(person);
    server.clock.advance(60 * MINUTE_MS);
    const { data } = await person.client.auth.refreshSession();
    expect(await put(assertFound(data.session).access_token, { password: PASSWORD, nonce: late })).toEqual([
      422,
      'reauthentication_not_valid',
    ]);
  });

  it('accepts no mailed digits after ten wrong attempts, and no digits of another user', async () => {
    const person = await newPerson();
    const other = await newPerson();
    const token = person.session.access_token;
    const nonce = await nonceFor(person);
    const wrong = nonce === '000000' ? '000001' : '000000';
    for (let n = 0; n < 10; n += 1) {
      expect((await put(token, { password: NEW_PASSWORD, nonce: wrong }))[1]).toBe('reauthentication_not_valid');
    }
    expect((await put(token, { password: NEW_PASSWORD, nonce }))[1]).toBe('reauthentication_not_valid');
    const others = await nonceFor(other);
    expect((await put(token, { password: NEW_PASSWORD, nonce: others }))[1]).toBe('reauthentication_not_valid');
    expect((await put(other.session.access_token, { password: NEW_PASSWORD, nonce: others }))[0]).toBe(200);
  });

  it('requires no other proof within 15 minutes after a recovery link, and ends the other sessions', async () => {
    const { email, session } = await newPerson();
    const client = await recovered(email);
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({ code: 'same_password' });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await modeStatus(session.access_token)).toBe(401);
    await signIn(email, NEW_PASSWORD);
    const late = await recovered(email);
    server.clock.advance(15 * MINUTE_MS);
    const { error } = await late.auth.updateUser({ password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'current_password_required' });
  });

  it('ends sessions, invalidates mailed tokens, pauses bot tokens, is logged, and is reported by mail', async () => {
    const person = await newPerson();
    const { client, email, id } = person;
    const other = await signIn(email);
    const bot = await pausableBot(id);
    await client.auth.updateUser({ email: freshEmail(), current_password: PASSWORD });
    await server.client().auth.resetPasswordForEmail(email);
    const ended: string[] = [];
    const stop = server.bus.subscribe(SESSION_ENDED, ({ sessionId }) => ended.push(sessionId));
    const change = { password: NEW_PASSWORD, current_password: PASSWORD };
    expect((await client.auth.updateUser(change)).error).toBeNull();
    stop();
    expect(ended.toSorted()).toEqual([claimsOf(other.session.access_token).session_id, bot].toSorted());
    expect(await sql`SELECT 1 FROM auth_one_time_tokens WHERE user_id = ${id}`).toHaveLength(0);
    const [row] = await sql`SELECT paused_at FROM bot_tokens WHERE id = ${bot}`;
    expect(row?.['paused_at']).toBeInstanceOf(Date);
    expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined();
    expect((await kindsOf(id)).slice(0, 3)).toEqual(['bot_tokens_paused', 'session_ended', 'password_changed']);
    expect((await lastMail(email)).subject).toBe('Tu contraseña cambió');
  });

  it('stores the new password exactly as typed', async () => {
    const { client, email } = await newPerson();
    const password = ` Ñandú ${'x'.repeat(200)} `;
    expect((await client.auth.updateUser({ password, current_password: PASSWORD })).error).toBeNull();
    await signIn(email, password);
    const trimmed = await server.client().auth.signInWithPassword({ email, password: password.trim() });
    expect(trimmed.error?.code).toBe('invalid_credentials');
  });

  it.each(['        ', 'password1234'])('is refused for the password "%s", with the reason', async (password) => {
    const { client } = await newPerson();
    const { error } = await client.auth.updateUser({ password, current_password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
  });

  it('is delayed after wrong current passwords', async () => {
    const { session } = await newPerson();
    const tries: unknown[] = [];
    for (let n = 0; n < 11; n += 1) {
      tries.push((await put(session.access_token, { password: NEW_PASSWORD, current_password: `no ${n}` }))[0]);
    }
    expect(tries.slice(-2)).toEqual([400, 429]);
  });
});

describe('any change of a user’s own account', () => {
  it('is refused if its session ends while it waits for the row lock of the user', async () => {
    const { id, session } = await newPerson();
    const waiting = () => sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const late = await server.deps.db.transaction(async (tx) => {
      await tx`SELECT 1 FROM auth_users WHERE id = ${id} FOR UPDATE`;
      const answer = put(session.access_token, { data: { a: 1 } });
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await tx`DELETE FROM auth_sessions WHERE user_id = ${id}`;
      return { answer };
    });
    expect(await late.answer).toEqual([403, 'session_not_found']);
  });

  it('is refused within the mail interval of the address if the change requires a mail', async () => {
    const slow = await startAuthServer({ emailIntervalMs: MINUTE_MS });
    const { client, email } = await slow.newPerson();
    slow.clock.advance(MINUTE_MS);
    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    });
    const fresh = await slow.signIn(email);
    const wanted = slow.freshEmail();
    const change = { email: wanted, current_password: PASSWORD };
    expect((await fresh.client.auth.updateUser(change)).error).toBeNull();
    const again = await fresh.client.auth.updateUser(change);
    expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    await slow.close();
  });
});

describe('an account with a second factor', () => {
  it('allows changes of password and address only after the factor is shown', async () => {
    const { id, session } = await newPerson();
    await sql`
      INSERT INTO auth_factors (id, user_id, friendly_name, status, secret_sealed, created_at, updated_at)
      VALUES (${id}, ${id}, 'x', 'verified', ${Buffer.of(1)}, now(), now())`;
    const proof = { current_password: PASSWORD };
    const token = session.access_token;
    expect(await put(token, { password: NEW_PASSWORD, ...proof })).toEqual([401, 'insufficient_aal']);
    expect(await put(token, { email: freshEmail(), ...proof })).toEqual([401, 'insufficient_aal']);
    expect((await put(token, { data: { a: 1 } }))[0]).toBe(200);
  });
});

describe('a change of the address', () => {
  it('requires a proof even directly after the sign-in', async () => {
    const { email, session } = await newPerson();
    const wanted = freshEmail();
    expect(await put(session.access_token, { email: wanted })).toEqual([400, 'reauthentication_needed']);
    expect(await put(session.access_token, { email: wanted, current_password: 'no' })).toEqual([
      400,
      'current_password_invalid',
    ]);
    const fresh = await signIn(email);
    const unproved = await fresh.client.auth.updateUser({ email: wanted });
    expect(unproved.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const change = { email: wanted.toUpperCase(), current_password: PASSWORD };
    const { data, error } = await fresh.client.auth.updateUser(change);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: wanted });
    expect(data.user?.email_change_sent_at).toBeDefined();
  });

  it('takes effect when the link is followed, and then only the requesting session stays open', async () => {
    const { email, id } = await newPerson();
    const other = await signIn(email);
    const { client, session } = await signIn(email);
    const wanted = freshEmail();
    const emailRedirectTo = `${server.url}/profile`;
    await client.auth.updateUser({ email: wanted, current_password: PASSWORD }, { emailRedirectTo });
    const { location } = await follow((await lastMail(wanted)).link);
    expect(location.href).toMatch(`${emailRedirectTo}?code=`);
    expect(await modeStatus(session.access_token)).toBe(200);
    expect(await modeStatus(other.session.access_token)).toBe(401);
    // The Supabase client deletes its PKCE verifier when it saves the response of updateUser, so it cannot exchange the
    // code here.
    const { data } = await client.auth.refreshSession();
    expect(data.user).toMatchObject({ id, email: wanted });
    expect((await lastMail(email)).subject).toBe('El correo de tu cuenta cambió');
    expect(await kindsOf(id)).toEqual(expect.arrayContaining(['email_change_requested', 'email_changed']));
  });

  it('to the address of another user is refused and changes nothing, and the other user gets a mail', async () => {
    const owner = await newPerson();
    const { email } = await newPerson();
    const { client, session } = await signIn(email);
    const wish = { email: owner.email, password: NEW_PASSWORD, current_password: PASSWORD };
    const { error } = await client.auth.updateUser(wish);
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await client.auth.getUser()).data.user).toMatchObject({ email });
    expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined();
    expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const toOwner = (await mails()).filter(({ to, kind }) => to === owner.email && kind === 'email_change');
    expect(toOwner).toEqual([]);
    const mail = await lastMail(owner.email);
    expect([mail.kind, mail.digits]).toEqual(['already_registered', '']);
    expect(await modeStatus(session.access_token)).toBe(200);
  });

  it('to the address of another user does not reveal that user if the request has no proof', async () => {
    const owner = await newPerson();
    const { email } = await newPerson();
    const { session } = await signIn(email);
    server.clock.advance(6 * MINUTE_MS);
    const wishes = [owner.email, freshEmail()].map((address) => put(session.access_token, { email: address }));
    expect(await Promise.all(wishes)).toEqual([
      [400, 'reauthentication_needed'],
      [400, 'reauthentication_needed'],
    ]);
  });

  it('is refused for an invalid address, and has no effect for the current address', async () => {
    const { email, session } = await newPerson();
    expect(await put(session.access_token, { email: 'no es correo' })).toEqual([400, 'validation_failed']);
    const before = (await mails()).length;
    expect((await put(session.access_token, { email }))[0]).toBe(200);
    expect(await mails()).toHaveLength(before);
  });
});

describe('an anonymous user', () => {
  async function anonymous() {
    const client = server.client();
    const session = assertFound((await client.auth.signInAnonymously()).data.session);
    return { client, session, id: session.user.id };
  }

  it('gets the same response for the address of another user as for a free one', async () => {
    const owner = await newPerson();
    const { client } = await anonymous();
    const free = await client.auth.updateUser({ email: freshEmail() });
    const taken = await client.auth.updateUser({ email: owner.email });
    expect([free.error, taken.error]).toEqual([null, null]);
    expect(Object.keys(assertFound(taken.data.user))).toEqual(Object.keys(assertFound(free.data.user)));
    expect(taken.data.user).toMatchObject({ new_email: owner.email });
    const mail = await lastMail(owner.email);
    expect([mail.kind, mail.digits]).toEqual(['already_registered', '']);
  });

  it('becomes a full account when the mailed link is followed, and keeps id and session', async () => {
    const { client, session, id } = await anonymous();
    const email = freshEmail();
    expect((await client.auth.updateUser({ email, password: NEW_PASSWORD })).error).toBeNull();
    const early = await server.client().auth.signInWithPassword({ email, password: NEW_PASSWORD });
    expect(early.error?.code).toBe('invalid_credentials');
    const [row] = await sql`SELECT password_hash FROM auth_users WHERE id = ${id}`;
    expect(row?.['password_hash']).toBeNull();
    expect((await client.auth.getUser()).data.user).toMatchObject({ is_anonymous: true, new_email: email });
    const mail = await lastMail(email);
    expect(mail.subject).toBe('Confirma tu correo para crear tu cuenta');
    await follow(mail.link);
    expect(await kindsOf(id)).toEqual(['account_completed', 'signed_in', 'signed_up']);
    const { data } = await client.auth.refreshSession();
    expect(data.user).toMatchObject({ id, email, is_anonymous: false });
    expect(claimsOf(assertFound(data.session).access_token).session_id).toBe(claimsOf(session.access_token).session_id);
    await signIn(email, NEW_PASSWORD);
  });

  async function confirmed() {
    const person = await anonymous();
    const email = freshEmail();
    await person.client.auth.updateUser({ email });
    await follow((await lastMail(email)).link);
    return { ...person, email };
  }

  it('can choose a first password without proof within 15 minutes after the address is confirmed', async () => {
    const { client, email } = await confirmed();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    await signIn(email, NEW_PASSWORD);
  });

  it('must re-authenticate to choose a first password 15 minutes after the address is confirmed', async () => {
    const { client, email } = await confirmed();
    server.clock.advance(15 * MINUTE_MS);
    const refused = await client.auth.updateUser({ password: NEW_PASSWORD });
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    await client.auth.reauthenticate();
    const nonce = (await lastMail(email, 'reauthentication')).digits;
    expect((await client.auth.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull();
  });

  it('cannot request mailed digits without an e-mail address', async () => {
    const { client } = await anonymous();
    expect((await client.auth.reauthenticate()).error).toMatchObject({ code: 'validation_failed' });
  });
});

describe('the end of a session', () => {
  it('after the reuse of an old refresh token is reported to the user by mail', async () => {
    const { email, id, session } = await newPerson();
    const second = await jsonOf(refreshRaw(session.refresh_token));
    await refreshRaw(second.refresh_token);
    server.clock.advance(10_001);
    expect((await refreshRaw(session.refresh_token)).status).toBe(400);
    expect((await lastMail(email)).kind).toBe('refresh_token_reused');
    expect((await kindsOf(id))[0]).toBe('refresh_token_reused');
    const before = (await mails()).length;
    expect((await refreshRaw(session.refresh_token)).status).toBe(400);
    expect(await mails()).toHaveLength(before);
  });

  it.each([
    ['global', 'signed_out'],
    ['local', 'signed_out'],
    ['others', 'session_ended'],
  ] as const)('by a sign-out with scope %s is logged', async (scope, kind) => {
    const { client, email, id } = await newPerson();
    await signIn(email);
    await client.auth.signOut({ scope });
    expect((await kindsOf(id))[0]).toBe(kind);
  });
});

async function pausableBot(userId: string): Promise<string> {
  const id = server.deps.ids.next();
  await sql`
    INSERT INTO bot_tokens (id, user_id, name, token_hash, last_four, scopes, created_at, expires_at)
    VALUES (${id}, ${userId}, 'x', ${Buffer.from(id)}, 'abcd', ${['read']}, now(), now() + interval '1 day')`;
  return id;
}
