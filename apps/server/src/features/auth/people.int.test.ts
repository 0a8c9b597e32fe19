import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, claimsOf, jsonOf, PASSWORD, startAuthServer } from './testing.ts';

const DAY_MS = 86_400_000;

const server = await startAuthServer();
const { call, modeStatus, newPerson, refreshRaw, signIn } = server;
afterAll(() => server.close());

describe('an anonymous user', () => {
  it('gets a paper account and has no name', async () => {
    const client = server.client();
    const { data, error } = await client.auth.signInAnonymously({
      options: { data: { username: 'x', time_zone: 'Europe/Madrid' } },
    });
    expect(error).toBeNull();
    const session = assertFound(data.session);
    expect(session.user).toMatchObject({ is_anonymous: true, email: '', identities: [] });
    expect(claimsOf(session.access_token)).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
      app_metadata: {},
    });
    const { data: profile } = await client.from('users').select('*').eq('id', session.user.id).single();
    expect(profile).toMatchObject({ username: null, first_name: null, email: null });
    expect(await modeStatus(session.access_token)).toBe(200);
  });

  it('cannot set a password before an address', async () => {
    const client = server.client();
    await client.auth.signInAnonymously();
    const { error } = await client.auth.updateUser({ password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
  });

  it('is deleted with all data after 30 idle days; an unconfirmed sign-up is deleted too, and a full account stays', async () => {
    const full = await newPerson();
    const email = server.freshEmail();
    await server.client().auth.signUp({ email, password: PASSWORD });
    const waits = async () => (await sql`SELECT 1 FROM auth_users WHERE email = ${email}`).length === 1;
    const idle = assertFound((await server.client().auth.signInAnonymously()).data.user);
    const active = assertFound((await server.client().auth.signInAnonymously()).data.session);
    const { sql } = server.database.db;
    const exists = async (id: string) => (await sql`SELECT 1 FROM users WHERE id = ${id}`).length === 1;
    server.auth.start();
    let token = active.refresh_token;
    for (let day = 0; day < 30; day += 6) {
      server.clock.advance(5 * DAY_MS);
      token = (await jsonOf(refreshRaw(token))).refresh_token ?? token;
      expect([await exists(idle.id), await waits()]).toEqual([true, true]);
      server.clock.advance(DAY_MS);
    }
    // The deletion job skips a run that is due before the previous run has finished, so the clock advances until it is
    // done.
    await expect
      .poll(() => {
        server.clock.advance(DAY_MS);
        return exists(idle.id);
      })
      .toBe(false);
    await expect.poll(waits).toBe(false);
    expect(await exists(active.user.id)).toBe(true);
    expect(await exists(full.id)).toBe(true);
    const left = await sql`SELECT 1 FROM accounts WHERE user_id = ${idle.id}`;
    expect(left).toHaveLength(0);
  });
});

describe('a change of the user’s own account', () => {
  it('is rate-limited per client IP address, with one limit for all kinds of changes', async () => {
    const { session } = await newPerson();
    const change = () =>
      call('/auth/v1/user', {
        method: 'PUT',
        token: session.access_token,
        body: '{"data":{}}',
        headers: { 'x-forwarded-for': '203.0.113.20' },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await change()).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });

  it('is delayed after wrong passwords from any client IP addresses', async () => {
    const { session } = await newPerson();
    const guess = async (n: number) => {
      const body = JSON.stringify({ password: 'otra frase bien larga', current_password: `intento ${n}` });
      const headers = { 'x-forwarded-for': `203.0.113.${100 + n}` };
      return (await call('/auth/v1/user', { method: 'PUT', token: session.access_token, body, headers })).status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push(await guess(n));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});

describe('the user object', () => {
  it('is returned for an access token', async () => {
    const { client, session, id } = await newPerson();
    const { data } = await client.auth.getUser(session.access_token);
    expect(data.user?.id).toBe(id);
  });

  it('merges new metadata and removes keys that are set to null', async () => {
    const { client, id } = await newPerson({ a: 1, b: 2 });
    const { data } = await client.auth.updateUser({ data: { b: null, c: { d: 3 }, time_zone: 'Asia/Tokyo' } });
    expect(data.user?.user_metadata).toEqual({ a: 1, c: { d: 3 }, time_zone: 'Asia/Tokyo' });
    const [settings] = await server.database.db.sql`SELECT time_zone FROM user_settings WHERE user_id = ${id}`;
    expect(settings?.['time_zone']).toBe('Asia/Tokyo');
  });

  it('changes the password only with the current password, and then ends the other sessions', async () => {
    const { email, client, session } = await newPerson();
    const other = await signIn(email);
    const change = async (password: string, current_password?: string) =>
      (await client.auth.updateUser({ password, ...(current_password && { current_password }) })).error?.code;
    expect(await change('otra frase bien larga')).toBe('current_password_required');
    expect(await change('otra frase bien larga', 'wrong one')).toBe('current_password_invalid');
    expect(await change(PASSWORD, PASSWORD)).toBe('same_password');
    expect(await change('password1234', PASSWORD)).toBe('weak_password');
    expect(await change('otra frase bien larga', PASSWORD)).toBeUndefined();
    expect(await modeStatus(session.access_token)).toBe(200);
    expect(await modeStatus(other.session.access_token)).toBe(401);
    expect((await refreshRaw(other.session.refresh_token)).status).toBe(400);
    const old = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(old.error?.code).toBe('invalid_credentials');
    await signIn(email, 'otra frase bien larga');
  });

  it('refuses a change of the metadata that only the server writes, such as a role', async () => {
    const { session } = await newPerson();
    const body = JSON.stringify({ app_metadata: { role: 'admin' } });
    const admin = await call('/auth/v1/user', { method: 'PUT', token: session.access_token, body });
    expect([admin.status, (await jsonOf(admin)).error_code]).toEqual([403, 'not_admin']);
  });
});
