import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, it } from 'vitest';
import { assertFound, claimsOf, PASSWORD, startAuthServer } from './testing.ts';

const server = await startAuthServer();
const { modeStatus, newPerson, post, refreshRaw, signIn } = server;
afterAll(() => server.close());

describe('a sign-in by password', () => {
  it('opens a session with a new id, and an access token with the claims of the Supabase protocol', async () => {
    const { email, session: first, id } = await newPerson({ nickname: 'Ñ' });
    const { session } = await signIn(email.toUpperCase());
    const claims = claimsOf(session.access_token);
    expect(claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { nickname: 'Ñ' },
      is_anonymous: false,
    });
    expect(claims.exp - claims.iat).toBe(3_600);
    expect(claims.session_id).not.toBe(claimsOf(first.access_token).session_id);
  });

  it('returns the same response for an unknown address and a wrong password', async () => {
    const { email } = await newPerson();
    const attempt = (address: string) =>
      post('/auth/v1/token?grant_type=password', { email: address, password: 'not the password' });
    const [wrong, unknown, malformed] = await Promise.all([email, 'unknown@example.com', 'unknown'].map(attempt));
    const shown = async (answer: Response) => [
      answer.status,
      (await answer.text()).replace(/"error_id":"[^"]+"/, '"error_id":"…"'),
    ];
    const expected = [
      400,
      '{"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials","error_id":"…"}',
    ];
    expect(await Promise.all([wrong, unknown, malformed].map((answer) => shown(assertFound(answer))))).toEqual([
      expected,
      expected,
      expected,
    ]);
  });

  it('uses the password exactly as typed', async () => {
    const { email } = await newPerson();
    for (const near of [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(0, -1)]) {
      const { error } = await server.client().auth.signInWithPassword({ email, password: near });
      expect(error?.code, near).toBe('invalid_credentials');
    }
  });

  it('is delayed after wrong passwords, and succeeds with the right password after the delay', async () => {
    const { email } = await newPerson();
    const guess = () => post('/auth/v1/token?grant_type=password', { email, password: 'a guess' });
    const answers = await Promise.all(Array.from({ length: 15 }, guess));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const tooSoon = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(tooSoon.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    server.clock.advance(1_000);
    await signIn(email);
    server.clock.advance(5 * 60_000);
  });

  it('stores a new hash of the password if the hash cost was raised', async () => {
    const { email, id } = await newPerson();
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const { sql } = server.database.db;
    await sql`UPDATE auth_users SET password_hash = ${weak} WHERE id = ${id}`;
    await signIn(email);
    const [row] = await sql<{ hash: string }[]>`SELECT password_hash AS hash FROM auth_users WHERE id = ${id}`;
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(email);
  });

  it('succeeds with a weak password that was chosen earlier, and the response reports the weakness', async () => {
    const { email, id } = await newPerson();
    await server.database.db.sql`UPDATE auth_users SET password_hash = ${await hash('password1234')} WHERE id = ${id}`;
    const { data } = await server.client().auth.signInWithPassword({ email, password: 'password1234' });
    expect(data.weakPassword?.reasons).toEqual(['pwned']);
  });

  it('is refused to a banned user, and the open sessions of this user are refused too', async () => {
    const { email, id, session } = await newPerson();
    await server.database.db.sql`UPDATE auth_users SET banned_until = '2999-01-01' WHERE id = ${id}`;
    const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('user_banned');
    expect(await modeStatus(session.access_token)).toBe(401);
    expect((await refreshRaw(session.refresh_token)).status).toBe(403);
  });
});
