import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err } from '@vigia/core/kernel';
import { gateSample } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBroker } from '#features/brokers/testing.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';
import { type Answer, nameOf, pathOf, type Route, RouteList, SOME_ID, send } from './testing-wire.ts';

/**
 * Texts that attack code which does not treat them as text: SQL, headers, paths, templates, markup, and invalid text.
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
/** Inputs that fit into an address, a few of each kind. */
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

const EMAIL = 'ana@example.com';
const PASSWORD = 'tormenta sobre el lago 7';
const CHALLENGE = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };

const DRAWN_AT = { time: '2026-11-18T13:00:00.000Z', price: 1.1 };

/**
 * A body for each route that accepts one. The test replaces each of its values in turn. Some bodies serve several
 * routes.
 */
const BODIES: Readonly<Record<string, readonly (readonly [query: string, body: object])[]>> = {
  'POST /api/v1/auth/login': [['', { email: EMAIL, password: PASSWORD }]],
  'POST /api/v1/auth/signup': [
    ['', { email: EMAIL, password: PASSWORD, data: { username: 'ana', nested: { a: 'b' } } }],
  ],
  'POST /api/v1/auth/refresh': [['', { refresh_token: 'x' }]],
  'POST /api/v1/auth/recovery-code': [['', { code: 'ABCD-EFGH-JKMN-PQRS' }]],
  'POST /api/v1/account/recovery-codes': [['', {}]],
  'POST /api/v1/account/bot-tokens': [
    ['', { name: 'bot', scopes: ['read'], expires_in_days: 1, allowed_ips: ['10.0.0.0/8'] }],
  ],
  'DELETE /api/v1/account/bot-tokens/:id': [['', {}]],
  'POST /api/v1/account/bot-tokens/:id/resume': [['', {}]],
  'DELETE /api/v1/account/sessions/:id': [['', {}]],
  'POST /api/v1/trading/mode/switch': [['', { mode: 'mock', confirm: 'x' }]],
  'PUT /api/v1/trading/market-source': [['', { source: 'simulated' }]],
  'POST /api/v1/trading/mock/reset': [['', { balance: 100 }]],
  'POST /api/v1/trading/stop-all': [['', {}]],
  'POST /api/v1/trading/resume-all': [['', {}]],
  'POST /api/v1/trading/reality-check': [['', {}]],
  'PUT /api/v1/account/limits': [['', { max_stake: 100, max_concurrent_trades: 3, cool_down_minutes: 30 }]],
  'PUT /api/v1/account/preferences': [
    ['', { time_zone: 'UTC', default_symbol: 'EURUSD', default_timeframe: '5m', refresh_interval_s: 5 }],
  ],
  'PUT /api/v1/account/declaration': [['', { adult: true, country: 'MX' }]],
  'POST /api/v1/account/self-exclusion': [['', { period: 'x' }]],
  'POST /api/v1/account/delete': [['', { confirm: 'x', password: PASSWORD }]],
  'POST /api/v1/trading/create-option': [
    ['', { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5, shown_payout: 0.8 }],
  ],
  'POST /api/v1/multi-broker/connect/:broker': [
    ['', { email: EMAIL, password: PASSWORD }],
    ['', { session_token: 'x'.repeat(20), cookies: 'a=1; b=2', user_agent: 'Mozilla/5.0' }],
  ],
  'POST /api/v1/multi-broker/connect/deriv': [['', { api_token: 'pat_x', app_id: '1' }]],
  'POST /api/v1/multi-broker/test/:broker': [['', { email: EMAIL, password: PASSWORD }]],
  'POST /api/v1/trading/credentials/iqoption': [['', { email: EMAIL, password: PASSWORD }]],
  'POST /api/v1/multi-broker/code/:broker': [['', { code: '123456' }]],
  'POST /api/v1/multi-broker/account/:broker': [['', { account_type: 'demo', confirm: 'x' }]],
  'POST /api/v1/multi-broker/active/:broker': [['', {}]],
  'POST /api/v1/multi-broker/disconnect/:broker': [['', {}]],
  'DELETE /api/v1/multi-broker/credentials/:broker': [['', {}]],
  'POST /api/v1/multi-broker/trade/:broker': [
    ['', { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5, shown_payout: 0.8 }],
  ],
  'POST /api/pcr/setup': [
    ['', { name: 'Mío', asset: 'EURUSD', patterns: { minLength: 3, zone: { optimoRatio: 0.3 } }, expiry: 5 }],
    ['', { name: 'Mío', asset: 'EURUSD', filters: [{ filter: 'hours', from: '07:00', to: '09:00' }], is_active: 1 }],
    ['', { name: 'Mío', asset: 'EURUSD', moneyManagement: { betType: 'martingale', fixedAmount: 10, steps: 2 } }],
  ],
  'PUT /api/pcr/setup/:id': [['', { name: 'Mío', is_active: true }]],
  'PUT /api/pcr/setup/:id/account': [['', { broker: 'mock' }]],
  'POST /api/pcr/setup/:id/stop': [['', { archive: true }]],
  'POST /api/pcr/setup/:id/clone': [['', { name: 'Copia' }]],
  'POST /api/v1/backtests': [
    ['', { subject: { kind: 'pcr', setup: { expiry: 5 } }, data: { source: 'history', asset: 'EURUSD' }, payout: 0.8 }],
  ],
  'POST /api/v1/backtests/sweeps': [
    [
      '',
      {
        subject: { kind: 'pcr', setup: {} },
        data: { source: 'csv', upload_id: SOME_ID },
        ranges: [{ path: 'expiry', from: 5, to: 6, step: 1 }],
      },
    ],
  ],
  'POST /api/v1/backtests/data': [['', {}]],
  'POST /api/v1/backtests/:id/cancel': [['', {}]],
  'DELETE /api/v1/backtests/:id': [['', {}]],
  'POST /api/v1/strategies': [
    ['', { type: 'rsi', name: 'Mía', asset: 'EURUSD', parameters: { rsi_period: 14, oversold: 30 }, status: 'active' }],
    ['', { type: 'moving_average', name: 'Mía', description: 'x', parameters: { ma_type: 'sma' }, auto_trade: true }],
  ],
  'PUT /api/v1/strategies/:id': [['', { type: 'macd', name: 'Mía', parameters: { fast: 12 }, timeframe: '5m' }]],
  'PUT /api/v1/strategies/:id/account': [['', { broker: 'mock' }]],
  'POST /api/v1/strategies/:id/status': [['', { status: 'paused' }]],
  'DELETE /api/v1/strategies/:id': [['', {}]],
  'POST /api/v1/strategies/:id/backtest': [['', { data: { source: 'history', asset: 'EURUSD' }, stake: 10 }]],
  'POST /api/pcr/setup/:id/backtest': [['', { data: { source: 'history', asset: 'EURUSD' }, stake: 10 }]],
  'POST /api/v1/push/subscriptions': [
    [
      '',
      {
        endpoint: 'https://push.example.com/abc',
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        topics: ['settled', 'signal'],
      },
    ],
  ],
  'DELETE /api/v1/push/subscriptions/:id': [['', {}]],
  'POST /api/v1/push/subscriptions/:id/test': [['', {}]],
  'PUT /api/v1/drawings/:id': [
    ['', { symbol: 'EURUSD', shape: { kind: 'horizontal_line', price: 1.1 } }],
    ['', { symbol: 'EURUSD', shape: { kind: 'rectangle', from: DRAWN_AT, to: DRAWN_AT } }],
  ],
  'DELETE /api/v1/drawings/:id': [['', {}]],
  'POST /auth/v1/signup': [
    ['', { email: EMAIL, password: PASSWORD, phone: '', data: { username: 'ana', phone: '1' }, ...CHALLENGE }],
    ['', { data: { first_name: 'ana' } }],
  ],
  'POST /auth/v1/token': [
    ['?grant_type=password', { email: EMAIL, password: PASSWORD }],
    ['?grant_type=refresh_token', { refresh_token: 'x' }],
    ['?grant_type=pkce', { auth_code: SOME_ID, code_verifier: 'v'.repeat(43) }],
  ],
  'POST /auth/v1/logout': [['?scope=local', {}]],
  'PUT /auth/v1/user': [
    ['', { data: { username: 'ana', any: 'x' } }],
    ['', { email: EMAIL, password: PASSWORD, current_password: PASSWORD, nonce: '123456', phone: '' }],
    ['', { app_metadata: { role: 'admin' } }],
  ],
  'POST /auth/v1/verify': [
    ['', { type: 'signup', token_hash: 'x' }],
    ['', { type: 'recovery', email: EMAIL, token: '123456' }],
  ],
  'POST /auth/v1/recover': [['', { email: EMAIL, ...CHALLENGE }]],
  'POST /auth/v1/resend': [['', { type: 'signup', email: EMAIL, phone: '' }]],
  'POST /auth/v1/factors': [['', { factor_type: 'totp', friendly_name: 'app', issuer: 'Vigía' }]],
  'POST /auth/v1/factors/:id/challenge': [['', {}]],
  'POST /auth/v1/factors/:id/verify': [['', { challenge_id: SOME_ID, code: '123456' }]],
  'DELETE /auth/v1/factors/:id': [['', {}]],
  'PATCH /rest/v1/users': [
    [
      '?id=eq.ID',
      { username: 'ana', first_name: 'a', last_name: 'b', phone: '1', risk_level: 'medium', time_zone: 'UTC' },
    ],
    ['?id=eq.ID', { default_trade_amount: 10, max_concurrent_trades: 3 }],
  ],
  'POST /rest/v1/users': [['', { id: SOME_ID }]],
  'PUT /rest/v1/users': [['', { id: SOME_ID }]],
  'DELETE /rest/v1/users': [['?id=eq.ID', {}]],
};

/** `npm test` sends only each third request, `npm run test:all` every one. */
const EVERY = 3;

const routes = new RouteList();
const webRoot = mkdtempSync(join(tmpdir(), 'vigia-injection-'));
let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Vigía</title>');
  database = await createTestDatabase();
  // These brokers respond, because an unreachable one would cause errors that have nothing to do with the input.
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

/** Texts that reveal internals: stack frames, files, statements. */
const INSIDES = /\bat .{1,200}:\d+:\d+|node_modules|\.[jt]s:\d|PostgresError|syntax error at|SELECT |relation "|argon2/;

/** Returns the fault of a response; null if the response is fine. */
function fault({ status, text, headers }: Answer): string | null {
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
    authorization: `Bearer ${person.access}`,
    'content-type': 'application/json',
  };
  const faults: string[] = [];
  for (const { route, path, body } of tries) {
    const asked = { method: route.method, path: path.replace('ID', person.principal.userId), headers };
    const found = fault(await send(app.url, { ...asked, ...(body !== undefined && { body }) }));
    if (found !== null) faults.push(`${nameOf(route)} ${(body ?? path).slice(0, 300)}: ${found}`);
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

/** Yields variants of a value: with one of its inner values replaced, and with a key added. */
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
    expect(Object.keys(BODIES).toSorted()).toEqual(routes.writing().map(nameOf).toSorted());
  });

  it('gets an ordinary response, whichever value in it is hostile', { timeout: 300_000 }, async () => {
    const faults: string[] = [];
    for (const route of routes.writing()) {
      const tries = (BODIES[nameOf(route)] ?? []).flatMap(([query, body]) =>
        EVIL_VALUES.flatMap((evil) =>
          [...replaced(body, evil)].map((changed) => ({
            route,
            path: pathOf(route) + query,
            body: JSON.stringify(changed),
          })),
        ),
      );
      faults.push(...(await attack(gateSample(tries, EVERY))));
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
    expect(await attack(routes.writing().map((route) => ({ route, path: pathOf(route), body })))).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('isAdmin' in {}).toBe(false);
  });
});

describe('a request with hostile text', () => {
  const asked = () => routes.all().filter(({ method }) => method !== 'HEAD');

  it('in its query gets an ordinary response', { timeout: 300_000 }, async () => {
    const tries = asked().flatMap((route) =>
      QUERY_NAMES.flatMap((name) =>
        EVIL_IN_ADDRESS.map((evil) => ({ route, path: `${pathOf(route)}?${name}=${encodeURIComponent(evil)}` })),
      ),
    );
    expect(await attack(gateSample(tries, EVERY))).toEqual([]);
  });

  it('in its path gets an ordinary response', async () => {
    const named = asked().filter(({ url }) => url.includes(':') || url.includes('*'));
    const places = [...named, { method: 'GET', url: '/:id' }, { method: 'GET', url: '/rest/v1/:id' }];
    const tries = places.flatMap((route) =>
      EVIL_IN_ADDRESS.map((evil) => ({ route, path: pathOf(route, encodeURIComponent(evil)) })),
    );
    expect(await attack(tries)).toEqual([]);
  });

  it('in any of its headers gets a normal answer or a refusal', async () => {
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
          const found = fault(await send(app.url, { method, path, headers: { ...good, [name]: value } }));
          if (found !== null) faults.push(`${path} ${name}: ${value.slice(0, 20)}: ${found}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
