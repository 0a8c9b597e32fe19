import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DELETE_ACCOUNT_PHRASE } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';
import { hashOfUserData } from './testing-rows.ts';
import { type Route, RouteList, routeName, routePath, sendRawRequest } from './testing-wire.ts';

const EVIL = 'https://evil.test';

/** Requests that a page can send to another site without a preflight: forms, and text that looks like JSON. */
const FORMS = [
  ['text/plain', '{"email":"victim@example.com","password":"tormenta sobre el lago 7","x":"="}'],
  ['application/x-www-form-urlencoded', 'email=victim%40example.com&password=tormenta+sobre+el+lago+7'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\nvictim@example.com\r\n--b--',
  ],
] as const;

/** Bodies that have an effect if the request is accepted. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /auth/v1/signup': {},
  'POST /api/v1/auth/signup': { email: 'new@example.com', password: 'tormenta sobre el lago 7' },
  'POST /auth/v1/recover': { email: 'new@example.com' },
  'PUT /auth/v1/user': { data: { note: 'changed' } },
  'POST /auth/v1/factors': { factor_type: 'totp', friendly_name: 'evil' },
  'POST /api/v1/account/bot-tokens': { name: 'evil', scopes: ['trade'], expires_in_days: 1 },
  'PUT /api/v1/account/preferences': { default_symbol: 'BTCUSD' },
  'PUT /api/v1/account/declaration': { adult: true, country: 'MX' },
  'POST /api/v1/account/self-exclusion': { period: 'permanent' },
  'POST /api/v1/account/delete': { confirm: DELETE_ACCOUNT_PHRASE },
  'POST /api/v1/trading/mode/switch': { mode: 'mock' },
  'POST /api/v1/trading/mock/reset': { balance: 1 },
  'POST /api/v1/trading/create-option': { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 },
  'POST /api/v1/multi-broker/connect/deriv': { api_token: 'pat_evil_evil_evil' },
  'POST /api/v1/trading/credentials/iqoption': { email: 'evil@example.com', password: 'evil' },
  'POST /api/v1/multi-broker/trade/:broker': { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 },
  'POST /api/pcr/setup': { name: 'evil', asset: 'EURUSD', is_active: true, auto_trade: true },
  'PATCH /rest/v1/users': { first_name: 'evil' },
};

const routes = new RouteList();
const webRoot = mkdtempSync(join(tmpdir(), 'vigia-foreign-'));
let database: TestDatabase;
let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Vigía</title>');
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl, webRoot, onRoute: routes.onRoute });
  person = await newPerson(app);
});
afterAll(async () => {
  await app?.stop();
  await database.close();
  rmSync(webRoot, { recursive: true });
});

/** Headers that our own page sends, and that a page of another site cannot send. */
const credentials = () => ({ apikey: embeddedAuth(app).publishableKey, ...proofHeaders(app, person.access) });

async function state(): Promise<string> {
  // A mail of the request before is sent a moment later, and changes its row.
  await expect
    .poll(async () => (await database.db.sql`SELECT 1 FROM mail_outbox WHERE state = 'waiting'`).length, {
      timeout: 20_000,
    })
    .toBe(0);
  await app.features.background.idle();
  return hashOfUserData(database.ownerUrl);
}

describe('a request of another site’s page', () => {
  it.each(FORMS)(
    'as a form (%s) is refused at every route that changes data, and changes nothing',
    async (type, body) => {
      const before = await state();
      const let_in: string[] = [];
      for (const route of routes.writing()) {
        for (const origin of [EVIL, 'null']) {
          const headers = { origin, 'content-type': type };
          const { status } = await sendRawRequest(app.url, {
            method: route.method,
            path: routePath(route),
            headers,
            body,
          });
          if (status !== 403) let_in.push(`${routeName(route)} → ${status}`);
        }
      }
      expect(let_in).toEqual([]);
      expect(await state()).toBe(before);
    },
  );

  it.each(FORMS)('as a form (%s) is refused if the browser sends no origin', async (type, body) => {
    const before = await state();
    const let_in: string[] = [];
    for (const route of routes.writing()) {
      const headers = { 'content-type': type };
      const { status } = await sendRawRequest(app.url, { method: route.method, path: routePath(route), headers, body });
      // No address has this secret, which is the permission of its sender.
      const isUnknownAddress = route.url.endsWith('/:secret') && status === 404;
      if (![400, 401, 415].includes(status) && !isUnknownAddress) let_in.push(`${routeName(route)} → ${status}`);
    }
    expect(let_in).toEqual([]);
    expect(await state()).toBe(before);
  });

  it('is refused even with the user’s own token', async () => {
    const before = await state();
    const let_in: string[] = [];
    for (const route of routes.writing()) {
      const headers = { ...credentials(), origin: EVIL, 'content-type': 'application/json' };
      const { status } = await sendRawRequest(app.url, asked(route, headers));
      if (status !== 403) let_in.push(`${routeName(route)} → ${status}`);
    }
    expect(let_in).toEqual([]);
    expect(await state()).toBe(before);
    // From our own origin these requests have an effect. Without this check the test above would prove nothing.
    await sendRawRequest(
      app.url,
      asked(
        { method: 'PATCH', url: '/rest/v1/users' },
        { ...credentials(), origin: app.url, 'content-type': 'application/json' },
      ),
    );
    expect(await state()).not.toBe(before);
  });
});

const asked = (route: Route, headers: Readonly<Record<string, string>>) => ({
  method: route.method,
  path: routePath(route),
  headers,
  body: JSON.stringify(BODIES[routeName(route)] ?? {}),
});

describe('a read request', () => {
  /** Reads that have an effect with the token of the owner: a mail with a code, and a log entry about a data export. */
  const KNOWN = ['GET /auth/v1/reauthenticate', 'HEAD /auth/v1/reauthenticate', 'GET /api/v1/account/export'];
  const reading = () => routes.all().filter(({ method }) => method === 'GET' || method === 'HEAD');

  it('changes nothing at any address if it has no token', async () => {
    const before = await state();
    for (const route of reading()) {
      const headers = { apikey: embeddedAuth(app).publishableKey };
      await sendRawRequest(app.url, { method: route.method, path: `${routePath(route)}?token=x&type=signup`, headers });
    }
    expect(await state()).toBe(before);
  });

  it('changes nothing if it has the owner’s token, except at the routes listed here', {
    timeout: 180_000,
  }, async () => {
    const changing: string[] = [];
    let before = await state();
    for (const route of reading().filter(({ url }) => url !== '/api/v1/stream')) {
      await sendRawRequest(app.url, { method: route.method, path: routePath(route), headers: credentials() });
      const after = await state();
      if (after !== before) changing.push(routeName(route));
      before = after;
    }
    expect(changing.filter((name) => !KNOWN.includes(name))).toEqual([]);
  });
});
