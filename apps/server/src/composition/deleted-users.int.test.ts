import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { ROUTE_BODIES } from './testing-bodies.ts';
import { newPerson } from './testing-person.ts';
import { type Route, RouteList, routeName, routePath, sendRawRequest, type WireResponse } from './testing-wire.ts';

const routes = new RouteList();
let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl, onRoute: routes.onRoute });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

/** Sends the request of a user whose account was deleted after the server had cached the session. */
async function askDeleted(route: Route, query: string, body?: object): Promise<WireResponse> {
  const { access, principal } = await newPerson(app);
  const headers = {
    apikey: embeddedAuth(app).publishableKey,
    authorization: `Bearer ${access}`,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  };
  expect((await sendRawRequest(app.url, { path: '/api/v1/account/limits', headers })).status).toBe(200);
  await app.db.sql`DELETE FROM auth_users WHERE id = ${principal.userId}`;
  const path = (routePath(route) + query).replace('ID', principal.userId);
  return sendRawRequest(app.url, { ...route, path, headers, ...(body && { body: JSON.stringify(body) }) });
}

describe('a request of a user who was deleted after the sign-in', () => {
  it('never gets status 500 at a route that writes', { timeout: 120_000 }, async () => {
    const faults: string[] = [];
    for (const [name, tries] of Object.entries(ROUTE_BODIES)) {
      const [method = '', url = ''] = name.split(' ');
      for (const [query, body] of tries) {
        const { status, text } = await askDeleted({ method, url }, query, body);
        if (status === 500) faults.push(`${name} ${query}: ${status} ${text}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('never gets status 500 at a route that reads', { timeout: 120_000 }, async () => {
    const faults: string[] = [];
    for (const route of routes.all().filter(({ method, url }) => method === 'GET' && url !== '/api/v1/stream')) {
      const { status, text } = await askDeleted(route, '?symbol=EURUSD&timeframe=5m&duration=5&symbols=EURUSD');
      if (status === 500) faults.push(`${routeName(route)}: ${status} ${text}`);
    }
    expect(faults).toEqual([]);
  });

  const put = (url: string, body: object) => askDeleted({ method: 'PUT', url }, '', body);

  it('gets status 401 in the response format of its route', async () => {
    const limits = await put('/api/v1/account/limits', { max_stake: 100 });
    expect([limits.status, JSON.parse(limits.text).error.code]).toEqual([401, 'not_authenticated']);
    const user = await put('/auth/v1/user', { data: { note: 'x' } });
    expect([user.status, JSON.parse(user.text).code]).toEqual([403, 'session_not_found']);
    const change = { default_trade_amount: 10, max_concurrent_trades: 3 };
    const profile = await askDeleted({ method: 'PATCH', url: '/rest/v1/users' }, '?id=eq.ID', change);
    expect([profile.status, JSON.parse(profile.text).code]).toEqual([401, 'PGRST301']);
  });

  it.each(['stop-all', 'resume-all'])('gets status 401 from %s', async (call) => {
    const { status, text } = await askDeleted({ method: 'POST', url: `/api/v1/trading/${call}` }, '', {});
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'not_authenticated']);
  });
});
