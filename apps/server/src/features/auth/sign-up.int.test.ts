import { afterAll, describe, expect, it } from 'vitest';
import { jsonOf, PASSWORD, startAuthServer } from './testing.ts';

const server = await startAuthServer();
const { call, freshEmail, newPerson, post } = server;
afterAll(() => server.close());

describe('a sign-up', () => {
  it('creates a profile and a paper account with $10,000 once the address is confirmed', async () => {
    const { client, session, id, email } = await newPerson({
      username: 'ana',
      first_name: 'Ana',
      time_zone: 'America/Lima',
    });
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3_600 });
    expect(session.user).toMatchObject({ id, email, aud: 'authenticated', is_anonymous: false });
    expect(session.user.identities).toHaveLength(1);
    const { data: profile } = await client.from('users').select('*').eq('id', id).single();
    expect(profile).toMatchObject({
      id,
      email,
      username: 'ana',
      is_verified: true,
      is_admin: false,
      default_trade_amount: 10,
    });
    const mode = await jsonOf(call('/api/v1/trading/mode/current', { token: session.access_token }));
    expect(mode.data).toMatchObject({
      mode: 'mock',
      account: { broker: 'mock', currency: 'USD', balance: 10_000, held: 0 },
    });
    const [settings] = await server.database.db.sql`SELECT time_zone FROM user_settings WHERE user_id = ${id}`;
    expect(settings?.['time_zone']).toBe('America/Lima');
  });

  it('creates one user for several concurrent requests with the same address', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => server.client().auth.signUp({ email, password: PASSWORD })),
    );
    expect(answers.map(({ error }) => error)).toEqual(Array.from({ length: 6 }, () => null));
    const rows = await server.database.db.sql`SELECT 1 FROM users WHERE email = ${email}`;
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['password1234', 'pwned'],
    ['qwertyuiop', 'pwned'],
    ['corta', 'length'],
    ['x'.repeat(513), 'length'],
  ])('is refused for the password %s', async (password, reason) => {
    const { error } = await server.client().auth.signUp({ email: freshEmail(), password });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: [reason] });
  });

  it.each([
    ['short', 'La contraseña debe tener entre 8 y 512 caracteres.'],
    ['password1234', 'Esa contraseña es muy conocida: elige otra.'],
  ])('returns a sentence that states why the password %s is refused', async (password, message) => {
    const answer = await server.post('/api/v1/auth/signup', { email: freshEmail(), password });
    expect(answer.status).toBe(422);
    expect((await jsonOf(answer)).error).toMatchObject({
      code: 'weak_password',
      details: [{ path: 'password', message }],
    });
  });

  it.each([
    ['a NUL byte in metadata', { email: 'nul@example.com', password: PASSWORD, data: { note: 'a\0b' } }],
    ['half a surrogate pair', { email: 'nul@example.com', password: PASSWORD, data: { note: '\ud800' } }],
    ['a NUL byte in the address', { email: 'nul\0@example.com', password: PASSWORD }],
    ['a NUL byte in the password', { email: 'nul@example.com', password: `${PASSWORD}\0` }],
    ['line breaks in the address', { email: 'nul@example.com\r\nBcc: x@example.com', password: PASSWORD }],
    ['metadata of 5 kB', { email: 'nul@example.com', password: PASSWORD, data: { note: 'x'.repeat(5_000) } }],
    ['metadata that is no object', { email: 'nul@example.com', password: PASSWORD, data: [1] }],
    ['a password that is no text', { email: 'nul@example.com', password: { $gt: '' } }],
    ['an address without a password', { email: 'nul@example.com' }],
    ['a password without an address', { password: PASSWORD }],
    ['a malformed address', { email: 'unknown', password: PASSWORD }],
  ])('is refused for %s', async (_what, body) => {
    const answer = await post('/auth/v1/signup', body, { 'x-supabase-api-version': '2024-01-01' });
    expect(answer.status).toBe(400);
    expect(await jsonOf(answer)).toMatchObject({ code: 'validation_failed' });
  });

  it('is refused for a body that is nested too deeply, too large or invalid JSON', async () => {
    const raw = async (body: string) => {
      const answer = await call('/auth/v1/signup', { method: 'POST', body });
      return [answer.status, (await jsonOf(answer)).error_code];
    };
    const deep = `{"data":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    expect(await raw(deep)).toEqual([400, 'validation_failed']);
    expect(await raw(`{"data":{"a":"${'x'.repeat(1_100_000)}"}}`)).toEqual([413, 'request_entity_too_large']);
    expect(await raw('{"data":')).toEqual([400, 'bad_json']);
    expect(await raw('{"__proto__":{"admin":true}}')).toEqual([400, 'bad_json']);
  });

  it('is refused for an e-mail address together with a phone number', async () => {
    const both = { email: freshEmail(), phone: '+51999888777', password: PASSWORD };
    for (const path of ['/auth/v1/signup', '/auth/v1/token?grant_type=password']) {
      const answer = await post(path, both, { 'x-supabase-api-version': '2024-01-01' });
      expect([path, answer.status, (await jsonOf(answer)).code]).toEqual([path, 400, 'validation_failed']);
    }
    const api = await post('/api/v1/auth/signup', both);
    expect([api.status, (await jsonOf(api)).error?.code]).toEqual([422, 'validation_failed']);
  });

  it('is refused and creates no user if its body is null', async () => {
    const count = async () => (await server.database.db.sql`SELECT 1 FROM auth_users`).length;
    const before = await count();
    const answer = await call('/auth/v1/signup', { method: 'POST', body: 'null' });
    expect([answer.status, (await jsonOf(answer)).error_code]).toEqual([400, 'validation_failed']);
    expect(await count()).toBe(before);
  });

  it('is refused for a phone number', async () => {
    const { error } = await server.client().auth.signUp({ phone: '+51999888777', password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' });
  });
});
