import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from '../testing.ts';

const server = await startAuthServer();
const { freshEmail, follow, lastMail, mails, newPerson, post } = server;
afterAll(() => server.close());
const { sql } = server.database.db;

const INTRUDER = 'la clave del intruso';
const mailsTo = async (email: string) => (await mails()).filter(({ to }) => to === email);
const signInError = async (email: string, password: string) =>
  (await server.client().auth.signInWithPassword({ email, password })).error?.code ?? 'signed in';
const errorOf = (location: URL) => new URLSearchParams(location.hash.slice(1)).get('error_code');

/** Creates a client of the Supabase library and records the events that the library reports. */
function listening() {
  const client = server.client();
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  return { client, events };
}

describe('a password recovery', () => {
  it('redirects to the requested page, and the client library reports PASSWORD_RECOVERY', async () => {
    const { email, id } = await newPerson();
    const { client, events } = listening();
    const { data, error } = await client.auth.resetPasswordForEmail(email.toUpperCase(), {
      redirectTo: `${server.url}/reset-password`,
    });
    expect([data, error]).toEqual([{}, null]);
    const { location } = await follow((await lastMail(email, 'recovery')).link);
    expect(location.pathname).toBe('/reset-password');
    expect(errorOf((await follow((await lastMail(email, 'recovery')).link)).location)).toBe('otp_expired');
    const exchanged = await client.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')));
    expect(exchanged.data.user?.id).toBe(id);
    expect(events).toContain('PASSWORD_RECOVERY');
    expect(claimsOf(assertFound(exchanged.data.session).access_token)).toMatchObject({ amr: [{ method: 'recovery' }] });
  });

  it('opens a session on another device with the token or with the digits of the mail', async () => {
    const { email } = await newPerson();
    for (const way of ['token', 'digits'] as const) {
      await server.client().auth.resetPasswordForEmail(email);
      const { token, digits } = await lastMail(email, 'recovery');
      const { client, events } = listening();
      const shown = way === 'token' ? { token_hash: token } : { email, token: digits };
      const { data, error } = await client.auth.verifyOtp({ ...shown, type: 'recovery' });
      expect([error, events.includes('PASSWORD_RECOVERY')]).toEqual([null, true]);
      expect(claimsOf(assertFound(data.session).access_token)).toMatchObject({ amr: [{ method: 'recovery' }] });
    }
  });

  it('invalidates the link of the first request if it is requested twice', async () => {
    const { email } = await newPerson();
    await post('/auth/v1/recover', { email });
    const first = await lastMail(email, 'recovery');
    await post('/auth/v1/recover', { email });
    expect(errorOf((await follow(first.link)).location)).toBe('otp_expired');
    expect((await follow((await lastMail(email, 'recovery')).link)).location.hash).toContain('type=recovery');
  });

  it('also confirms the address, and cancels an earlier sign-up with this address', async () => {
    const email = freshEmail();
    await post('/auth/v1/signup', { email, password: INTRUDER });
    const signUpMail = await lastMail(email, 'signup');
    await post('/auth/v1/recover', { email });
    const { location } = await follow((await lastMail(email, 'recovery')).link);
    expect(location.hash).toContain('access_token=');
    const [user] = await sql`
      SELECT a.email_confirmed_at, a.password_hash, u.is_verified FROM auth_users a JOIN users u ON u.id = a.id
      WHERE a.email = ${email}`;
    expect(user).toMatchObject({ email_confirmed_at: expect.any(Date), password_hash: null, is_verified: true });
    const waiting = await sql`
      SELECT 1 FROM auth_one_time_tokens t JOIN auth_users u ON u.id = t.user_id WHERE u.email = ${email}`;
    expect(waiting).toHaveLength(0);
    expect(errorOf((await follow(signUpMail.link)).location)).toBe('otp_expired');
    expect(await signInError(email, INTRUDER)).toBe('invalid_credentials');
  });

  it('is logged in the security log of the account’s owner', async () => {
    const { email, id } = await newPerson();
    await post('/auth/v1/recover', { email });
    await server.deps.background.idle();
    const [entry] = await server.deps.securityLog.read(server.deps.db.sql, id, { limit: 1 });
    expect(entry).toMatchObject({ kind: 'recovery_requested', ip: '127.0.0.1' });
  });

  it('is refused for a malformed address', async () => {
    for (const email of ['unknown', '', 'a@example.com\r\nBcc: b@example.com', null]) {
      const answer = await post('/auth/v1/recover', { email });
      expect([answer.status, (await jsonOf(answer)).error_code]).toEqual([400, 'validation_failed']);
    }
  });
});

describe('a mail that is requested again', () => {
  it('for a sign-up confirms the password of the first request, and invalidates the first link', async () => {
    const email = freshEmail();
    const client = server.client();
    await client.auth.signUp({ email, password: PASSWORD, options: { data: { username: 'ana' } } });
    const first = await lastMail(email);
    const options = { emailRedirectTo: `${server.url}/verify-email` };
    const { data, error } = await client.auth.resend({ type: 'signup', email, options });
    expect([data, error]).toEqual([{ user: null, session: null }, null]);
    expect(errorOf((await follow(first.link)).location)).toBe('otp_expired');
    const { location } = await follow((await lastMail(email)).link);
    expect(location.pathname).toBe('/verify-email');
    expect((await client.auth.exchangeCodeForSession(assertFound(location.searchParams.get('code')))).error).toBeNull();
    expect(await signInError(email, PASSWORD)).toBe('signed in');
    const [profile] = await sql`SELECT username FROM users WHERE email = ${email}`;
    expect(profile?.['username']).toBe('ana');
  });

  it('contains a valid link after the first mail has expired', async () => {
    const email = freshEmail();
    await post('/auth/v1/signup', { email, password: PASSWORD });
    server.clock.advance(2 * 60 * 60_000);
    expect(errorOf((await follow((await lastMail(email)).link)).location)).toBe('otp_expired');
    await post('/auth/v1/resend', { type: 'signup', email });
    await follow((await lastMail(email)).link);
    expect(await signInError(email, PASSWORD)).toBe('signed in');
  });

  it('is not sent if the user has no pending sign-up or change of address', async () => {
    const { email } = await newPerson();
    const before = (await mailsTo(email)).length;
    for (const type of ['signup', 'email_change']) {
      for (const address of [email, 'unknown@example.com']) {
        const answer = await post('/auth/v1/resend', { type, email: address });
        expect([answer.status, await answer.text()]).toEqual([200, '{}']);
      }
    }
    expect(await mailsTo(email)).toHaveLength(before);
    expect(await mailsTo('unknown@example.com')).toEqual([]);
  });

  it('is refused without an address, and for a type other than sign-up and change of address', async () => {
    const refused = async (body: unknown) => (await jsonOf(post('/auth/v1/resend', body))).error_code;
    expect(await refused({ type: 'signup' })).toBe('validation_failed');
    expect(await refused({ type: 'recovery', email: 'a@example.com' })).toBe('validation_failed');
    expect(await refused({ type: 'sms', phone: '+51999888777' })).toBe('phone_provider_disabled');
  });
});
