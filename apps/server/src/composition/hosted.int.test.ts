import { PublicConfig } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';

const Session = z.looseObject({ access_token: z.string(), refresh_token: z.string() });

describe('a server whose users are in a hosted Supabase project', () => {
  let databases: readonly TestDatabase[] = [];
  let project: TestApp;
  let app: TestApp;
  let key: string;

  beforeAll(async () => {
    databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const [first, second] = databases;
    // A second instance of this server acts as the project.
    project = await startTestApp({ databaseUrl: first?.ownerUrl ?? '' });
    key = PublicConfig.parse(await (await fetch(`${project.url}/config.json`)).json()).supabaseAnonKey;
    app = await startTestApp({
      databaseUrl: second?.ownerUrl ?? '',
      environment: { SUPABASE_URL: project.url, SUPABASE_ANON_KEY: key },
    });
  });
  afterAll(async () => {
    await app.stop();
    await project.stop();
    for (const database of databases) await database.close();
  });

  const signIn = async () => {
    const answer = await fetch(`${project.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: '{}',
    });
    return Session.parse(await answer.json());
  };

  it('gives browsers the address of the project, and allows its pages to call the project', async () => {
    const answer = await fetch(`${app.url}/config.json`);
    expect(await answer.json()).toMatchObject({ supabaseUrl: project.url, supabaseAnonKey: key });
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain(` ${project.url} ${project.url.replace('http', 'ws')};`);
  });

  it.each(['/auth/v1/settings', '/auth/v1/.well-known/jwks.json', '/rest/v1/users?select=*'])(
    'does not serve its own %s',
    async (path) => {
      const answer = await fetch(app.url + path, { headers: { apikey: key } });
      expect(answer.status).toBe(404);
    },
  );

  it('accepts orders of the project’s users, and refreshes their sessions through the project', async () => {
    const { access_token, refresh_token } = await signIn();
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };
    const body = JSON.stringify(order);
    const placed = await fetch(`${app.url}/api/v1/trading/create-option`, { method: 'POST', headers, body });
    expect(placed.status).toBe(201);
    const renewed = await fetch(`${app.url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token }),
    });
    expect(Session.parse(await renewed.json()).refresh_token).not.toBe(refresh_token);
  });

  it('refuses foreign tokens, and does not delete an account that the project stores', async () => {
    expect((await fetch(`${app.url}/api/v1/trading/active`)).status).toBe(401);
    const { access_token } = await signIn();
    const answer = await fetch(`${app.url}/api/v1/account/delete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ confirm: 'ELIMINAR MI CUENTA' }),
    });
    expect([answer.status, z.looseObject({ error: z.unknown() }).parse(await answer.json()).error]).toEqual([
      409,
      expect.objectContaining({ code: 'auth_is_hosted' }),
    ]);
  });
});
