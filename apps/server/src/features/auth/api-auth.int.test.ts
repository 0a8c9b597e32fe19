import { afterAll, describe, expect, it } from 'vitest';
import { jsonOf, PASSWORD, startAuthServer } from './testing.ts';

const server = await startAuthServer();
const { call, freshEmail, modeStatus, post } = server;
afterAll(() => server.close());

describe('the auth routes', () => {
  it('require the publishable key of the installation', async () => {
    for (const path of ['/auth/v1/settings', '/auth/v1/health', '/auth/v1/user', '/rest/v1/users?select=*']) {
      expect((await call(path, { key: null })).status, path).toBe(401);
      expect((await call(path, { key: `${server.auth.publishableKey}x` })).status, path).toBe(401);
    }
    expect(await jsonOf(call('/auth/v1/settings'))).toMatchObject({
      mailer_autoconfirm: false,
      external: { email: true, phone: false, anonymous_users: true },
    });
  });

  it('return errors with a string code and the API version that the client requests', async () => {
    const answer = await post('/auth/v1/token?grant_type=password', {}, { 'x-supabase-api-version': '2024-01-01' });
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed');
    expect((await jsonOf(answer)).code).toBe('validation_failed');
  });

  it('refuse phone numbers with the status that the protocol prescribes for each route', async () => {
    const credentials = { phone: '51999888777', password: PASSWORD };
    expect((await post('/auth/v1/signup', credentials)).status).toBe(400);
    expect((await post('/auth/v1/token?grant_type=password', credentials)).status).toBe(422);
  });

  it('use the response format of the API under /api', async () => {
    const email = freshEmail();
    const api = async (path: string, body: unknown) => {
      const answer = await fetch(`${server.url}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await jsonOf(answer) };
    };
    const signedUp = await api('signup', { email, password: PASSWORD, data: { first_name: 'Ana' } });
    expect(signedUp).toMatchObject({ status: 200, body: { success: true, data: { user: { email } } } });
    expect(signedUp.body.access_token).toBe('');
    expect(await api('login', { email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { code: 'email_not_confirmed' } },
    });
    await server.follow((await server.lastMail(email)).link);
    const login = await api('login', { email, password: PASSWORD });
    expect(await modeStatus(login.body.access_token)).toBe(200);
    const refreshed = await api('refresh', { refresh_token: login.body.refresh_token });
    expect(refreshed.body).toMatchObject({
      success: true,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    const wrong = await api('login', { email, password: 'wrong wrong' });
    expect(wrong).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_credentials' }, detail: expect.any(String) },
    });
    const weak = await api('signup', { email: freshEmail(), password: 'password1234' });
    const message = 'Esa contraseña es muy conocida: elige otra.';
    expect(weak).toMatchObject({ status: 422, body: { error: { details: [{ path: 'password', message }] } } });
    expect(await api('refresh', { refresh_token: 'x' })).toMatchObject({ status: 401 });
    expect(await api('signup', { phone: '+51999', password: PASSWORD })).toMatchObject({
      status: 422,
      body: { error: { code: 'phone_provider_disabled' } },
    });
  });
});
