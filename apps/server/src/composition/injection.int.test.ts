import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err } from '@vigia/core/kernel';
import { gateSample } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBroker } from '#features/brokers/testing.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { ROUTE_BODIES } from './testing-bodies.ts';
import { newPerson, proofHeaders } from './testing-person.ts';
import { type Route, RouteList, routeName, routePath, sendRawRequest, type WireResponse } from './testing-wire.ts';

/**
 * Texts that attack code that does not treat them as plain text: SQL, headers, paths, templates, markup, and invalid
 * text.
 */
const EVIL_TEXTS = [
  "'; DROP TABLE auth_users; --",
  "' OR '1'='1",
  '$1); DELETE FROM users; --',
  '\\',
  "\\'",
  '%',
  '{}',
  '"',
  'ana@example.com\r\nBcc: evil@example.com',
  'x\r\nSet-Cookie: a=b',
  'a,b@example.com',
  '"a\nb"@example.com',
  '../../../etc/passwd',
  '..%2f..%2fetc',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '${7*7}{{7*7}}',
  '%s%n%x',
  '<script>alert(1)</script>',
  'a\0b',
  '\ud800',
  '\u202eexe',
  'İ',
  'x'.repeat(9_000),
];
const EVIL_VALUES: readonly unknown[] = [...EVIL_TEXTS, null, true, -1, 1e300, [], {}, [[]], { $ne: null }, ['a', 'b']];
/** Texts of the attacks that fit in an address, a few of each kind. */
const EVIL_IN_ADDRESS = [
  "'; DROP TABLE auth_users; --",
  "eq.' OR '1'='1",
  'eq.1;SELECT',
  'x\r\nSet-Cookie: a=b',
  '../../../etc/passwd',
  '__proto__',
  'a\0b',
  '<script>',
  '-1',
  '9'.repeat(400),
  '\ufffd',
];

/** Names of the query parameters of all routes. */
const QUERY_NAMES = [
  'id',
  'select',
  'redirect_to',
  'token',
  'type',
  'grant_type',
  'scope',
  'symbols',
  'symbol',
  'timeframe',
  'limit',
  'before',
  'duration',
  'asset',
  'order',
  'or',
  '__proto__',
  'email.eq',
  'direction',
  'result',
  'mode',
  'origin',
  'from',
  'to',
];

/** `npm test` tries only one of this number of bodies and addresses, because each route has dozens of both. */
const EVERY_BODY = 6;
const EVERY_ADDRESS = 24;

const routes = new RouteList();
const webRoot = mkdtempSync(join(tmpdir(), 'vigia-injection-'));
let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Vigía</title>');
  database = await createTestDatabase();
  // These brokers respond, because an unreachable broker would cause errors that do not depend on the input.
  const brokers = [new FakeBroker('iqoption', 'IQ Option'), new FakeBroker('deriv', 'Deriv')];
  for (const broker of brokers) broker.onConnect = () => err({ kind: 'auth_invalid', detail: 'not here' });
  app = await startTestApp({
    brokers,
    databaseUrl: database.ownerUrl,
    webRoot,
    onRoute: routes.onRoute,
    environment: { AUTH_EMAIL_INTERVAL_S: '0' },
  });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
  rmSync(webRoot, { recursive: true });
});

/** Pattern of texts that reveal internals: stack frames, files, statements. */
const INSIDES = /\bat .{1,200}:\d+:\d+|node_modules|\.[jt]s:\d|PostgresError|syntax error at|SELECT |relation "|argon2/;

/** Returns the fault of a response, or null if it has none. */
function fault({ status, text, headers }: WireResponse): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (INSIDES.test(text)) return `reveals: ${text.slice(0, 200)}`;
  if (headers['set-cookie'] !== undefined) return 'sets a cookie';
  return null;
}

type Try = { readonly route: Route; readonly path: string; readonly body?: string };

/** Sends all requests as one user and returns the faults of the responses. */
async function attack(tries: readonly Try[]): Promise<readonly string[]> {
  const person = await newPerson(app);
  const headers = {
    apikey: embeddedAuth(app).publishableKey,
    ...proofHeaders(app, person.access),
    'content-type': 'application/json',
  };
  const faults: string[] = [];
  for (const { route, path, body } of tries) {
    const asked = { method: route.method, path: path.replace('ID', person.principal.userId), headers };
    const found = fault(await sendRawRequest(app.url, { ...asked, ...(body !== undefined && { body }) }));
    if (found !== null) faults.push(`${routeName(route)} ${(body ?? path).slice(0, 300)}: ${found}`);
  }
  expect(tries.length).toBeGreaterThan(0);
  return faults;
}

/** Checks that the tables still exist, and that every mail has the right recipient and headers. */
async function expectUnharmed(): Promise<void> {
  await app.features.background.idle();
  await app.features.mailWorker.idle();
  const [people] = await app.db.sql<{ count: number }[]>`SELECT count(*) AS count FROM users`;
  expect(people?.count).toBeGreaterThan(0);
  const mails = (await app.features.mailbox?.list()) ?? [];
  expect(mails.length).toBeGreaterThan(0);
  for (const { to, subject } of mails) {
    expect(to).toMatch(/^[^\s,;<>"]+@[^\s,;<>"]+$/);
    expect(subject).not.toMatch(/[\r\n]/);
  }
}

/** Yields variants of a value, each with one inner value replaced or one key added. */
function* replaced(value: unknown, evil: unknown): Generator<unknown> {
  yield evil;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) for (const other of replaced(item, evil)) yield value.with(at, other);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      for (const other of replaced(item, evil)) yield { ...value, [key]: other };
    }
    yield { ...value, [String(evil)]: 'x' };
  }
}

describe('a body with hostile values', () => {
  it('is tested at every route that accepts a body', () => {
    expect(Object.keys(ROUTE_BODIES).toSorted()).toEqual(routes.writing().map(routeName).toSorted());
  });

  it('gets an ordinary response for a hostile text at any place in it', { timeout: 300_000 }, async () => {
    const faults: string[] = [];
    for (const route of routes.writing()) {
      const tries = (ROUTE_BODIES[routeName(route)] ?? []).flatMap(([query, body]) =>
        EVIL_VALUES.flatMap((evil) =>
          [...replaced(body, evil)].map((changed) => ({
            route,
            path: routePath(route) + query,
            body: JSON.stringify(changed),
          })),
        ),
      );
      faults.push(...(await attack(gateSample(tries, EVERY_BODY))));
    }
    expect(faults).toEqual([]);
    await expectUnharmed();
  });

  const shapeless = ['', '[', '"', 'null', '[]', '1', '\u0000'].map((text) => [`«${text}»`, text] as const);
  it.each<readonly [string, string]>([
    ...shapeless,
    ['a prototype', '{"__proto__":{"isAdmin":true}}'],
    ['a nested prototype', '{"data":{"__proto__":{"isAdmin":true}},"email":"a@example.com"}'],
    [
      'a constructor',
      '{"constructor":{"prototype":{"isAdmin":true}},"data":{"constructor":{"prototype":{"isAdmin":true}}}}',
    ],
    ['thousands of arrays in each other', `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['thousands of objects in each other', `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
    ['a hundred thousand keys', `{"data":{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',')}}}`],
    ['a number beyond numbers', '{"amount":1e999,"data":{"n":1e999}}'],
    ['a broken escape', '{"email":"\\ud800","data":{"\\ud800":"\\u0000"}}'],
  ])('does not change the recipient of a mail: %s', async (_what, body) => {
    expect(await attack(routes.writing().map((route) => ({ route, path: routePath(route), body })))).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('isAdmin' in {}).toBe(false);
  });
});

describe('a request with hostile text', () => {
  const asked = () => routes.all().filter(({ method }) => method !== 'HEAD');

  it('gets an ordinary response if the text is in its query', { timeout: 300_000 }, async () => {
    const tries = asked().flatMap((route) =>
      QUERY_NAMES.flatMap((name) =>
        EVIL_IN_ADDRESS.map((evil) => ({ route, path: `${routePath(route)}?${name}=${encodeURIComponent(evil)}` })),
      ),
    );
    expect(await attack(gateSample(tries, EVERY_ADDRESS))).toEqual([]);
  });

  it('gets an ordinary response if the text is in its path', async () => {
    const named = asked().filter(({ url }) => url.includes(':') || url.includes('*'));
    const places = [...named, { method: 'GET', url: '/:id' }, { method: 'GET', url: '/rest/v1/:id' }];
    const tries = places.flatMap((route) =>
      EVIL_IN_ADDRESS.map((evil) => ({ route, path: routePath(route, encodeURIComponent(evil)) })),
    );
    expect(await attack(tries)).toEqual([]);
  });

  it('gets an ordinary response or a refusal if the text is in one of its headers', async () => {
    const person = await newPerson(app);
    const good = { apikey: embeddedAuth(app).publishableKey, authorization: `Bearer ${person.access}` };
    const names = [
      'authorization',
      'apikey',
      'user-agent',
      'accept',
      'accept-profile',
      'prefer',
      'range',
      'origin',
      'host',
      'x-forwarded-for',
      'forwarded',
      'idempotency-key',
      'x-supabase-api-version',
      'x-request-id',
      'cookie',
    ];
    const values = [
      "'; DROP TABLE auth_users; --",
      'Bearer a.b.c',
      '../..',
      '\xff\xfe',
      'x'.repeat(9_000),
      '__proto__',
      ',',
    ];
    const faults: string[] = [];
    const places = [
      '/rest/v1/users',
      '/auth/v1/user',
      '/api/v1/trading/active',
      '/auth/v1/signup',
      '/dev/mailbox',
      '/',
    ];
    for (const path of places) {
      for (const name of names) {
        for (const value of values) {
          const method = path === '/auth/v1/signup' ? 'POST' : 'GET';
          const found = fault(await sendRawRequest(app.url, { method, path, headers: { ...good, [name]: value } }));
          if (found !== null) faults.push(`${path} ${name}: ${value.slice(0, 20)}: ${found}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
