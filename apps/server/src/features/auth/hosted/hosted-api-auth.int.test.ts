import { CountingIds } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { type App, createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { PASSWORD, startAuthServer } from '../testing.ts';
import { registerHostedRoutes } from './hosted.routes.ts';
import { createHostedApiAuth } from './hosted-api-auth.ts';
import { createHostedApi } from './hosted-project.ts';

const project = await startAuthServer();
afterAll(() => project.close());

async function startApiAuth(url: string): Promise<App> {
  const app = await createHttpApp({
    log: createLogger('silent'),
    ids: new CountingIds(),
    clock: project.clock,
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3_000 }),
    authenticator: {
      authenticate: async () => ({ userId: 'u', sessionId: 's', isAnonymous: false, aal: 'aal1', scopes: null }),
    },
    trustProxy: false,
  });
  const api = createHostedApi({ url, anonKey: project.auth.publishableKey, jwtSecret: null }, fetch);
  registerHostedRoutes(app, createHostedApiAuth(api));
  return app;
}

const app = await startApiAuth(project.url);
afterAll(() => app.close());

const post = async (path: string, payload: object) => {
  const answer = await app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload });
  return { status: answer.statusCode, body: answer.json() };
};

describe('/api/v1/auth with a hosted Supabase project', () => {
  it('signs in and refreshes a session', async () => {
    const { email, id } = await project.newPerson();
    const signedIn = await post('login', { email, password: PASSWORD });
    expect(signedIn).toMatchObject({ status: 200, body: { success: true, data: { user: { id } } } });
    const renewed = await post('refresh', { refresh_token: signedIn.body.refresh_token });
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).not.toBe(signedIn.body.refresh_token);
  });

  it('signs a user up without a session until the mail is confirmed', async () => {
    const { status, body } = await post('signup', { email: project.freshEmail(), password: PASSWORD });
    expect([status, Object.keys(body.data)]).toEqual([200, ['user']]);
  });

  it.each([
    ['login', { email: 'nadie@example.com', password: 'equivocada' }, 401, 'invalid_credentials'],
    ['refresh', { refresh_token: 'nonsense' }, 401, 'refresh_token_invalid'],
    ['signup', { email: 'corta@example.com', password: 'corta' }, 422, 'weak_password'],
  ])('returns our own error code for a refusal of %s', async (path, payload, status, code) => {
    expect(await post(path, payload)).toMatchObject({ status, body: { error: { code } } });
  });

  it('states where sessions and recovery codes are kept', async () => {
    const headers = { authorization: 'Bearer person' };
    for (const url of ['/api/v1/account/sessions', '/api/v1/account/recovery-codes']) {
      const answer = await app.inject({ url, headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'auth_is_hosted']);
    }
  });

  it('answers 503 while the project does not respond', async () => {
    const cut = await startApiAuth('http://127.0.0.1:1');
    const answer = await cut.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: 'ana@example.com', password: PASSWORD },
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'service_unavailable']);
    await cut.close();
  });
});
