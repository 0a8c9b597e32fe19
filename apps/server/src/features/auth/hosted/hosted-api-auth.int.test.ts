import { CountingIds } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { type App, createHttpApp } from '#platform/http/app.ts';
import { createFreshProofs } from '#platform/http/fresh-proof.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { claimsOf, PASSWORD, startAuthServer } from '../testing.ts';
import { AuthLimits } from '../throttle/auth-limits.ts';
import { registerHostedRoutes } from './hosted.routes.ts';
import { createHostedApiAuth } from './hosted-api-auth.ts';
import { createHostedApi } from './hosted-project.ts';
import { createHostedProofs } from './hosted-proofs.ts';

const project = await startAuthServer();
afterAll(() => project.close());

const proofs = createFreshProofs(createKeyedHash(Buffer.alloc(32, 7)), project.clock);
const limits = new AuthLimits(new SharedThrottle(project.database.db, project.clock), 0);

async function startApiAuth(url: string): Promise<App> {
  const app = await createHttpApp({
    log: createLogger('silent'),
    ids: new CountingIds(),
    clock: project.clock,
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3_000 }),
    authenticator: {
      authenticate: async (token) => {
        const checked = await project.auth.checkBearer(token);
        return checked.ok ? checked.value : 'not_authenticated';
      },
    },
    proofs,
    trustProxy: false,
  });
  const api = createHostedApi({ url, anonKey: project.auth.publishableKey, jwtSecret: null }, fetch);
  registerHostedRoutes(app, createHostedApiAuth(api), { identity: createHostedProofs(api, limits), fresh: proofs });
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
  ])('returns the error code of this API when the project refuses %s', async (path, payload, status, code) => {
    expect(await post(path, payload)).toMatchObject({ status, body: { error: { code } } });
  });

  it('issues a re-authentication proof for the right password, and leaves no session open in the project', async () => {
    const { session, id } = await project.newPerson();
    const headers = { authorization: `Bearer ${session.access_token}` };
    const url = '/api/v1/account/proof';
    expect((await app.inject({ url, headers })).json().data).toEqual({ asks: 'password' });
    const prove = (payload: object) => app.inject({ method: 'POST', url, headers, payload });
    const wrong = await prove({ password: 'otra' });
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([422, 'current_password_invalid']);
    expect((await prove({ code: '123456' })).statusCode).toBe(422);
    const { proof } = (await prove({ password: PASSWORD })).json().data;
    const owner = { userId: id, sessionId: claimsOf(session.access_token).session_id };
    expect(proofs.isValid(owner, proof)).toBe(true);
    expect(await project.auth.openSessions.list(id)).toHaveLength(1);
  });

  it('delays sign-ins after ten wrong passwords', async () => {
    const { session } = await project.newPerson();
    const headers = { authorization: `Bearer ${session.access_token}` };
    const prove = (password: string) =>
      app.inject({ method: 'POST', url: '/api/v1/account/proof', headers, payload: { password } });
    for (let n = 0; n < 10; n += 1) expect((await prove(`no ${n}`)).statusCode).toBe(422);
    expect((await prove(PASSWORD)).statusCode).toBe(429);
  });

  it('refuses requests for sessions and recovery codes, which the project keeps', async () => {
    const { session } = await project.newPerson();
    const headers = { authorization: `Bearer ${session.access_token}` };
    for (const url of ['/api/v1/account/sessions', '/api/v1/account/recovery-codes']) {
      const answer = await app.inject({ url, headers });
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'auth_is_hosted']);
    }
  });

  it('responds with 503 while the project does not respond', async () => {
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
