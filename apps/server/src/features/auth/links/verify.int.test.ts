import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const MINUTE_MS = 60_000;
const server = await startAuthServer();
const { call, freshEmail, follow, lastMail, newPerson, post } = server;
afterAll(() => server.close());

/** Signs a user up in a new browser, and returns the confirmation mail. */
async function asked(redirectTo?: string) {
  const client = server.client();
  const email = freshEmail();
  const options = redirectTo === undefined ? {} : { emailRedirectTo: redirectTo };
  const { error } = await client.auth.signUp({ email, password: PASSWORD, options });
  if (error) throw error;
  return { client, email, mail: await lastMail(email) };
}

/** Signs a user up without PKCE, as in the implicit flow of the client library. */
async function askedImplicitly() {
  const email = freshEmail();
  await post('/auth/v1/signup', { email, password: PASSWORD });
  return { email, mail: await lastMail(email) };
}

const codeOf = (location: URL) => assertFound(location.searchParams.get('code'));
const errorOf = (location: URL) => new URLSearchParams(location.hash.slice(1)).get('error_code');
const linkWith = (token: string, type: string, more = '') =>
  `${server.url}/auth/v1/verify?token=${encodeURIComponent(token)}&type=${type}${more}`;

describe('a followed link', () => {
  it('redirects to the requested address with a code, and keeps the query parameters of the address', async () => {
    const { client, mail } = await asked(`${server.url}/verify-email?next=%2Fpcr&code=old`);
    const { status, location } = await follow(mail.link);
    expect([status, location.pathname, location.hash]).toEqual([303, '/verify-email', '']);
    expect(location.searchParams.get('next')).toBe('/pcr');
    expect(codeOf(location)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { data } = await client.auth.exchangeCodeForSession(codeOf(location));
    expect(claimsOf(assertFound(data.session).access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'email/signup' }],
    });
  });

  it('without a PKCE challenge redirects with the session in the fragment', async () => {
    const { mail } = await askedImplicitly();
    const { location } = await follow(mail.link);
    const fields = new URLSearchParams(location.hash.slice(1));
    expect([...fields.keys()].toSorted()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'].toSorted(),
    );
    expect([location.search, fields.get('type'), fields.get('token_type')]).toEqual(['', 'signup', 'bearer']);
    expect(await server.modeStatus(assertFound(fields.get('access_token')))).toBe(200);
  });

  it('works once; a second use reports an error in query and fragment, or without PKCE only in the fragment', async () => {
    const { mail } = await asked(`${server.url}/verify-email?a=1`);
    await follow(mail.link);
    const { status, location } = await follow(mail.link);
    const fields = { error: 'access_denied', error_code: 'otp_expired', error_description: expect.any(String) };
    expect([status, location.pathname]).toEqual([303, '/verify-email']);
    expect(Object.fromEntries(location.searchParams)).toEqual({ a: '1', ...fields });
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toEqual({ ...fields, sb: '' });
    const implicit = await askedImplicitly();
    await follow(implicit.mail.link);
    const again = (await follow(implicit.mail.link)).location;
    expect([again.search, errorOf(again)]).toEqual(['', 'otp_expired']);
  });

  it('works for only one of two concurrent requests', async () => {
    const { mail } = await askedImplicitly();
    const all = await Promise.all(Array.from({ length: 6 }, () => follow(mail.link)));
    expect(all.filter(({ location }) => location.hash.includes('access_token='))).toHaveLength(1);
  });

  it('is refused if the prefix of its token is removed or added', async () => {
    const { mail } = await asked();
    expect(mail.token).toMatch(/^pkce_/);
    expect(errorOf((await follow(linkWith(mail.token.slice(5), 'signup'))).location)).toBe('otp_expired');
    const implicit = await askedImplicitly();
    expect(errorOf((await follow(linkWith(`pkce_${implicit.mail.token}`, 'signup'))).location)).toBe('otp_expired');
    expect((await follow(mail.link)).location.searchParams.has('code')).toBe(true);
  });

  it.each(['recovery', 'email_change', 'magiclink', 'invite'])(
    'that belongs to a sign-up is refused as a link of type %s',
    async (type) => {
      const { mail } = await asked();
      expect(errorOf((await follow(linkWith(mail.token, type))).location)).toBe('otp_expired');
      const posted = await post('/auth/v1/verify', { type, token_hash: mail.token });
      expect([posted.status, (await jsonOf(posted)).error_code]).toEqual([403, 'otp_expired']);
      expect((await follow(mail.link)).location.searchParams.has('code')).toBe(true);
    },
  );

  it('is refused as a sign-up link if it belongs to a recovery', async () => {
    const { email } = await newPerson();
    await post('/auth/v1/recover', { email });
    const { token } = await lastMail(email, 'recovery');
    for (const type of ['signup', 'email', 'email_change']) {
      const posted = await post('/auth/v1/verify', { type, token_hash: token });
      expect((await jsonOf(posted)).error_code, type).toBe('otp_expired');
    }
  });

  it('is refused after an hour', async () => {
    const [early, late] = [await asked(), await asked()];
    server.clock.advance(60 * MINUTE_MS - 1);
    expect((await follow(early.mail.link)).location.searchParams.has('code')).toBe(true);
    server.clock.advance(1);
    expect(errorOf((await follow(late.mail.link)).location)).toBe('otp_expired');
  });

  it('is not consumed by a HEAD request of a mail scanner', async () => {
    const { mail } = await asked();
    const path = mail.link.slice(server.url.length);
    for (const key of [null, server.auth.publishableKey]) {
      expect((await call(path, { method: 'HEAD', key, redirect: 'manual' })).status).not.toBe(303);
    }
    expect((await follow(mail.link)).location.searchParams.has('code')).toBe(true);
  });

  it.each(['?type=signup', '?token=x', '?token=x&type=telegram'])(
    'is refused if it is malformed: %s',
    async (query) => {
      const answer = await call(`/auth/v1/verify${query}`, { key: null });
      expect([answer.status, (await jsonOf(answer)).error_code]).toEqual([400, 'validation_failed']);
    },
  );

  it.each([
    'https://evil.test/',
    'https://evil.test\\@127.0.0.1/',
    '//evil.test',
    'javascript:alert(1)',
    'http://127.0.0.1:1/',
  ])('never redirects to %s, whether the sign-up request or a modified link states that address', async (target) => {
    const first = await asked(target);
    expect(new URL((await follow(first.mail.link)).location).origin).toBe(server.url);
    const { mail } = await asked(`${server.url}/verify-email`);
    const more = `&redirect_to=${encodeURIComponent(target)}`;
    const good = await follow(linkWith(mail.token, 'signup', more));
    expect([good.location.origin, good.location.pathname]).toEqual([server.url, '/']);
    const bad = await follow(linkWith(mail.token, 'signup', more));
    expect([bad.location.origin, bad.location.pathname, errorOf(bad.location)]).toEqual([
      server.url,
      '/',
      'otp_expired',
    ]);
  });

  it('redirects to the host name of the sign-up request: localhost or 127.0.0.1', async () => {
    const target = server.url.replace('127.0.0.1', 'localhost');
    const { mail } = await asked(`${target}/verify-email`);
    expect(mail.link.startsWith(server.url)).toBe(true);
    expect((await follow(mail.link)).location.origin).toBe(target);
  });

  it('changes no password if it belongs to a sign-up and the address is already confirmed', async () => {
    const { email, mail } = await asked();
    const { sql } = server.database.db;
    await sql`UPDATE auth_users SET email_confirmed_at = now(), password_hash = 'as it was' WHERE email = ${email}`;
    expect(errorOf((await follow(mail.link)).location)).toBe('otp_expired');
    const [row] = await sql`SELECT password_hash FROM auth_users WHERE email = ${email}`;
    expect(row?.['password_hash']).toBe('as it was');
  });

  it('opens no session for a banned user', async () => {
    const { email, mail } = await asked();
    await server.database.db.sql`UPDATE auth_users SET banned_until = '2999-01-01' WHERE email = ${email}`;
    expect(errorOf((await follow(mail.link)).location)).toBe('user_banned');
  });
});

describe('the authorization code of a followed link', () => {
  const exchange = async (auth_code: string, code_verifier = 'x'.repeat(43)) => {
    const answer = await post('/auth/v1/token?grant_type=pkce', { auth_code, code_verifier });
    return [answer.status, (await jsonOf(answer)).error_code];
  };

  it('can be exchanged once', async () => {
    const { client, mail } = await asked();
    const code = codeOf((await follow(mail.link)).location);
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect(await exchange(code)).toEqual([404, 'flow_state_not_found']);
    expect(await exchange('00000000-0000-4000-8000-000000000000')).toEqual([404, 'flow_state_not_found']);
  });

  it('is consumed by an attempt with a wrong verifier', async () => {
    const { client, mail } = await asked();
    const code = codeOf((await follow(mail.link)).location);
    expect(await exchange(code)).toEqual([400, 'bad_code_verifier']);
    const { error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
  });

  it('expires five minutes after the link is followed, even if the mail is older', async () => {
    const [inTime, late] = [await asked(), await asked()];
    server.clock.advance(50 * MINUTE_MS);
    const codes = [inTime, late].map(async ({ mail }) => codeOf((await follow(mail.link)).location));
    const [first = '', second = ''] = await Promise.all(codes);
    server.clock.advance(5 * MINUTE_MS - 1);
    expect((await inTime.client.auth.exchangeCodeForSession(first)).error).toBeNull();
    server.clock.advance(1);
    const { error } = await late.client.auth.exchangeCodeForSession(second);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  it('gives no session to another browser, but the address is confirmed and the password works', async () => {
    const { email, mail } = await asked();
    const code = codeOf((await follow(mail.link)).location);
    const { error } = await server.client().auth.exchangeCodeForSession(code);
    expect(error?.name).toBe('AuthPKCECodeVerifierMissingError');
    await server.signIn(email);
  });

  it('is stored as a hash', async () => {
    const { mail } = await asked();
    const code = codeOf((await follow(mail.link)).location);
    const rows = await server.database.db.sql`
      SELECT c::text AS row, encode(code_hash, 'escape') AS hash FROM auth_codes c`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('a mailed token or six digits that the user types', () => {
  it('opens a session in any browser if it is the token', async () => {
    const { mail } = await asked();
    const { data, error } = await server.client().auth.verifyOtp({ token_hash: mail.token, type: 'email' });
    expect(error).toBeNull();
    expect(claimsOf(assertFound(data.session).access_token)).toMatchObject({ amr: [{ method: 'email/signup' }] });
    expect(errorOf((await follow(mail.link)).location)).toBe('otp_expired');
  });

  it('opens a session on a device without the mail if it is the six digits', async () => {
    const { email, mail } = await asked();
    const client = server.client();
    const typed = { email: email.toUpperCase(), token: mail.digits, type: 'signup' } as const;
    const { data, error } = await client.auth.verifyOtp(typed);
    expect([error, data.user?.email]).toEqual([null, email]);
    expect((await client.auth.verifyOtp(typed)).error).toMatchObject({ status: 403, code: 'otp_expired' });
    await server.signIn(email);
  });

  it('is refused after ten wrong attempts at the six digits', async () => {
    const [patient, guessed] = [await asked(), await asked()];
    const guess = (email: string, token: string) => post('/auth/v1/verify', { email, token, type: 'signup' });
    const wrong = (digits: string) => (digits === '000000' ? '111111' : '000000');
    const tries = async ({ email, mail }: typeof patient, times: number) => {
      for (let n = 0; n < times; n += 1) expect((await guess(email, wrong(mail.digits))).status).toBe(403);
      return (await guess(email, mail.digits)).status;
    };
    expect(await tries(patient, 9)).toBe(200);
    expect(await tries(guessed, 10)).toBe(403);
  });

  it('is refused with the same response for a wrong user, a wrong type and an unknown address', async () => {
    const [one, other] = [await asked(), await asked()];
    const refused = async (body: unknown) => {
      const answer = await post('/auth/v1/verify', body);
      return [answer.status, (await jsonOf(answer))['msg']];
    };
    const expected = [403, 'Token has expired or is invalid'];
    expect(await refused({ email: other.email, token: one.mail.digits, type: 'signup' })).toEqual(expected);
    expect(await refused({ email: one.email, token: one.mail.digits, type: 'recovery' })).toEqual(expected);
    expect(await refused({ email: 'unknown@example.com', token: '123456', type: 'signup' })).toEqual(expected);
  });

  it('is refused if it is incomplete', async () => {
    for (const body of [{ type: 'signup' }, { type: 'signup', token: '123456' }, { token_hash: 'x' }]) {
      expect((await post('/auth/v1/verify', body)).status).toBe(400);
    }
  });
});
