import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { call, freshEmail, follow, lastMail, mails, newPerson, post } = server;
afterAll(() => server.close());
const { sql } = server.database.db;

const VERIFIER = 'v'.repeat(64);
const API = { 'x-supabase-api-version': '2024-01-01' };
const signInError = async (email: string, password: string) =>
  (await server.client().auth.signInWithPassword({ email, password })).error?.code ?? 'signed in';
const isVerified = async (email: string) =>
  (await sql`SELECT is_verified FROM users WHERE email = ${email}`)[0]?.['is_verified'];
const eventsOf = async (email: string) => {
  const rows = await sql<{ kind: string }[]>`
    SELECT kind FROM security_log WHERE user_id = (SELECT id FROM auth_users WHERE email = ${email}) ORDER BY seq`;
  return rows.map(({ kind }) => kind);
};

/** Replaces the values that differ between any two responses: address, ids and times. */
const masked = (text: string, email: string): string =>
  text
    .replaceAll(email.toLowerCase(), 'ADDRESS')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');

describe('a sign-up', () => {
  it('returns the user without a session, and opens the account when the mailed link is followed', async () => {
    const email = freshEmail();
    const client = server.client();
    const { data, error } = await client.auth.signUp({ email: email.toUpperCase(), password: PASSWORD });
    expect([error, data.session]).toEqual([null, null]);
    expect(data.user).toMatchObject({ email, confirmation_sent_at: expect.any(String), is_anonymous: false });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    expect(await isVerified(email)).toBe(false);
    const { location } = await follow((await lastMail(email)).link);
    expect(await isVerified(email)).toBe(true);
    const exchanged = await client.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
    expect(exchanged.data.user).toMatchObject({ id: data.user?.id, email_confirmed_at: expect.any(String) });
    expect(await signInError(email, PASSWORD)).toBe('signed in');
    expect(await eventsOf(email)).toEqual(['signed_up', 'email_confirmed', 'signed_in', 'signed_in']);
  });

  it('reveals an unconfirmed account only to a client that knows the password', async () => {
    const email = freshEmail();
    await server.client().auth.signUp({ email, password: PASSWORD });
    expect(await signInError(email, PASSWORD)).toBe('email_not_confirmed');
    expect(await signInError(email, 'not the password')).toBe('invalid_credentials');
    server.clock.advance(61 * 60_000);
    expect(await signInError(email, PASSWORD)).toBe('email_not_confirmed');
  });

  it('gets the same response for a new, an unconfirmed and a registered address, even if it is repeated', async () => {
    const { email: taken } = await newPerson({ first_name: 'Ana' });
    const [free, waiting] = [freshEmail(), freshEmail()];
    await post('/auth/v1/signup', { email: waiting, password: PASSWORD });
    for (const path of ['/auth/v1/signup', '/api/v1/auth/signup']) {
      const answered = async (email: string) => {
        const body = { email, password: 'una clave del todo nueva', data: { first_name: 'Eva' } };
        const answer = await post(path, body, API);
        const text = await answer.text();
        const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        return { status: answer.status, headers, text: masked(text, email) };
      };
      const first = await answered(free);
      expect(first.status).toBe(200);
      for (const email of [free, waiting, taken.toUpperCase(), taken]) expect(await answered(email)).toEqual(first);
      server.clock.advance(60 * 60_000);
    }
  });

  it('returns the id of the account only in the response that creates it', async () => {
    const email = freshEmail();
    const idOf = async () => String((await jsonOf(post('/auth/v1/signup', { email, password: PASSWORD })))['id']);
    const ids = [await idOf(), await idOf(), await idOf()];
    const [row] = await sql`SELECT id FROM auth_users WHERE email = ${email}`;
    expect(row?.['id']).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect(await sql`SELECT 1 FROM auth_users WHERE email LIKE '%@undone.invalid'`).toEqual([]);
  });

  it('with a registered address notifies the owner by mail and changes nothing', async () => {
    const { email, id } = await newPerson({ first_name: 'Ana' });
    const password = 'una clave del todo nueva';
    const { data, error } = await server
      .client()
      .auth.signUp({ email, password, options: { data: { first_name: 'Eva' } } });
    expect([error, data.session]).toEqual([null, null]);
    expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Eva' } });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.id).not.toBe(id);
    expect((await lastMail(email)).kind).toBe('already_registered');
    expect(await signInError(email, password)).toBe('invalid_credentials');
    expect(await signInError(email, PASSWORD)).toBe('signed in');
  });

  it('by an intruder with the owner’s address gives no access, because each link confirms only its own request', async () => {
    const email = freshEmail();
    const intruder = { email, password: 'la clave del intruso', data: { username: 'intruso' } };
    expect((await post('/auth/v1/signup', intruder)).status).toBe(200);
    const first = await lastMail(email);
    const owner = { email, password: PASSWORD, data: { username: 'dueña', time_zone: 'Asia/Tokyo' } };
    const answer = await jsonOf(post('/auth/v1/signup', owner));
    expect(answer).toMatchObject({ user_metadata: owner.data });
    const [before] = await sql`SELECT username FROM users WHERE email = ${email}`;
    expect(before?.['username']).toBe('intruso');
    expect((await follow(first.link)).location.hash).toContain('error_code=otp_expired');
    expect((await follow((await lastMail(email)).link)).location.hash).toContain('access_token=');
    expect(await signInError(email, intruder.password)).toBe('invalid_credentials');
    expect(await signInError(email, PASSWORD)).toBe('signed in');
    const [row] = await sql`
      SELECT u.username, s.time_zone, a.user_metadata->>'username' AS said
      FROM users u JOIN user_settings s ON s.user_id = u.id JOIN auth_users a ON a.id = u.id WHERE u.email = ${email}`;
    expect(row).toEqual({ username: 'dueña', time_zone: 'Asia/Tokyo', said: 'dueña' });
  });

  it('by an intruder after the owner’s sign-up gives no access, because only one link stays valid', async () => {
    const email = freshEmail();
    await post('/auth/v1/signup', { email, password: PASSWORD });
    await post('/auth/v1/signup', { email, password: 'la clave del intruso' });
    const live = await sql`
      SELECT 1 FROM auth_one_time_tokens t JOIN auth_users u ON u.id = t.user_id WHERE u.email = ${email}`;
    expect(live).toHaveLength(1);
    expect(await signInError(email, PASSWORD)).toBe('invalid_credentials');
  });

  it.each([
    ['a challenge without its method', { code_challenge: VERIFIER }],
    ['a method without a challenge', { code_challenge_method: 's256' }],
    ['a challenge that is too short', { code_challenge: 'v'.repeat(42), code_challenge_method: 's256' }],
    ['a challenge that is too long', { code_challenge: 'v'.repeat(129), code_challenge_method: 's256' }],
    ['a challenge of other characters', { code_challenge: `${VERIFIER}+`, code_challenge_method: 's256' }],
    ['an unknown method', { code_challenge: VERIFIER, code_challenge_method: 's512' }],
  ])('is refused with %s', async (_what, challenge) => {
    for (const path of ['signup', 'recover', 'resend']) {
      const body = { type: 'signup', email: freshEmail(), password: PASSWORD, ...challenge };
      const answer = await post(`/auth/v1/${path}`, body, API);
      expect([answer.status, (await jsonOf(answer)).code], path).toEqual([400, 'validation_failed']);
    }
  });

  it.each(['plain', 'PLAIN', 'S256'])('accepts the method %s in upper or lower case', async (code_challenge_method) => {
    const email = freshEmail();
    // The value is base64url(sha256('v' × 64)).
    const sha = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(VERIFIER))).toString('base64url');
    const code_challenge = code_challenge_method === 'S256' ? sha : VERIFIER;
    await post('/auth/v1/signup', { email, password: PASSWORD, code_challenge, code_challenge_method });
    const { location } = await follow((await lastMail(email)).link);
    const grant = { auth_code: location.searchParams.get('code'), code_verifier: VERIFIER };
    expect((await post('/auth/v1/token?grant_type=pkce', grant)).status).toBe(200);
  });

  it('mails links to the configured site, even if the request names another host', async () => {
    const email = freshEmail();
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', forwarded: 'host=evil.test' };
    await post('/auth/v1/signup?redirect_to=https://evil.test/', { email, password: PASSWORD }, headers);
    const { link, text, html } = await lastMail(email);
    expect(link.startsWith(`${server.url}/auth/v1/verify?`)).toBe(true);
    expect(new URL(link).searchParams.get('redirect_to')).toBe(`${server.url}/`);
    expect(`${text}${html}`).not.toContain('evil.test');
  });

  it('stores no mailed token in plain text', async () => {
    const email = freshEmail();
    await server.client().auth.signUp({ email, password: PASSWORD });
    const { token, digits } = await lastMail(email);
    const rows = await sql`
      SELECT t::text AS row, encode(token_hash, 'escape') AS a, encode(digits_hash, 'escape') AS b
      FROM auth_one_time_tokens t`;
    const outbox = await sql`SELECT encode(sealed, 'escape') AS sealed, m::text AS row FROM mail_outbox m`;
    const dump = JSON.stringify([rows, outbox]);
    expect(token.length).toBeGreaterThan(43);
    expect([digits.length, dump.includes(token.slice(5)), dump.includes(email)]).toEqual([6, false, false]);
  });

  it('accepts thirty concurrent requests for one address, and mails a link for each, but only one link works', async () => {
    const email = freshEmail();
    /** Sends the request again while a busy server refuses it, as its response asks. */
    const signUp = async (): ReturnType<typeof post> => {
      const answer = await post('/auth/v1/signup', { email, password: PASSWORD });
      return answer.status === 503 ? signUp() : answer;
    };
    const all = await Promise.all(Array.from({ length: 30 }, signUp));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    const sent = (await mails()).filter(({ to }) => to === email);
    expect(sent).toHaveLength(30);
    const opened = await Promise.all(sent.map(async ({ link }) => (await follow(link)).location.hash));
    expect(opened.filter((hash) => hash.includes('access_token='))).toHaveLength(1);
  });

  it('requires the publishable key, but its mailed link does not', async () => {
    expect((await call('/auth/v1/verify', { method: 'POST', key: null, body: '{}' })).status).toBe(401);
    expect((await call('/auth/v1/verify?token=x&type=signup', { key: null, redirect: 'manual' })).status).toBe(303);
  });
});
