import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DELETE_ACCOUNT_PHRASE, PROOF_HEADER, STREAM_CLOSE } from '@vigia/contract';
import {
  allowsEffect,
  BOT_SCOPES,
  BOT_TERMS_PHRASE,
  type BotScope,
  EFFECT_SCOPES,
  type Effect,
  REAL_MONEY_PHRASE,
} from '@vigia/core/vocabulary';
import type { FastifyContextConfig } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { Principal } from '#platform/http/principal.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';

/** The public routes. Every other route requires a token. */
const PUBLIC: readonly (string | RegExp)[] = [
  // These routes serve the web app, its documentation, and monitors.
  'GET /',
  'GET /*',
  'GET /index.html',
  'GET /.well-known/security.txt',
  'GET /config.json',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /ready',
  'GET /metrics',
  'GET /openapi.json',
  /^GET \/docs/,
  // The local mailbox answers only on loopback. Its own tests check this.
  /^(?:GET|DELETE|POST) \/dev\/mailbox/,
  // These routes sign a user in. The request contains the credentials.
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/signup',
  'POST /api/v1/auth/refresh',
  'POST /auth/v1/signup',
  'POST /auth/v1/token',
  'POST /auth/v1/recover',
  'POST /auth/v1/resend',
  'POST /auth/v1/otp',
  'POST /auth/v1/magiclink',
  'POST /auth/v1/verify',
  'GET /auth/v1/verify',
  'GET /auth/v1/settings',
  'GET /auth/v1/health',
  'GET /auth/v1/.well-known/jwks.json',
  // The token in a mail is the permission, because the owner may be locked out.
  'POST /api/v1/auth/not-me',
  // The secret in the address or a header is the permission, because TradingView and Telegram have no token.
  'POST /api/v1/hooks/:secret',
  'POST /api/v1/telegram/updates',
  // The socket authenticates in its first message.
  'GET /api/v1/stream',
];
const isPublic = (route: string): boolean =>
  PUBLIC.some((known) => (typeof known === 'string' ? known === route : known.test(route)));

/**
 * Pattern of the routes that are only for users and that no bot token may use. They check the token themselves and have
 * no scopes.
 */
const USER_ONLY_ROUTES = /^\/(?:auth|rest|api\/v1\/auth)\//;
/** The effects that a route must declare by its purpose. The first line that matches a route applies. */
const WANTED: readonly (readonly [RegExp, ...Effect[]])[] = [
  [/^GET \/api\/v1\/account\/(?:limits|access)$/, 'reads'],
  [/^GET \/api\/v1\/(?:account|push|notifications|telegram)\b/, 'reads_account'],
  [/^GET /, 'reads'],
  [
    /^POST \/api\/v1\/trading\/create-option$|^POST .*\/trade\/:broker$|^POST .*\/sale$|^POST .*\/check\/:broker\/order$|^POST \/api\/v1\/signals$/,
    'places_orders',
  ],
  [/^POST .*\/stop-all$/, 'stops_automation'],
  [/^POST .*\/(?:resume-all|reality-check)$/, 'resumes_automation'],
  [/^PUT .*\/(?:setup|strategies)\/:id\/account$/, 'changes_rules', 'arms_automation'],
  [/^PUT .*\/(?:setup|strategies)\/:id\/graduation$/, 'opens_real_money'],
  [/\/strategies\/:id\/door|\/telegram(?:\/(?:code|orders))?$/, 'changes_account'],
  [/backtest|price-files|history-fetches/, 'tests_rules'],
  [/^\w+ \/api\/(?:pcr|v1\/strategies)/, 'changes_rules'],
  [/^POST .*multi-broker\/(?:active|account)\/:broker$/, 'chooses_practice'],
  [/multi-broker\/practice-balance\/:broker$/, 'changes_account'],
  [/multi-broker|credentials\/iqoption$/, 'changes_connection'],
  [/^POST .*\/mode\/switch$|^PUT .*\/declaration$/, 'opens_real_money'],
  [/^PUT .*\/account\/limits$/, 'changes_limits'],
  [/^PUT .*\/account\/preferences$/, 'changes_screen', 'changes_limits'],
  [/\/notifications\/webhooks/, 'changes_account'],
  [/\/note$|\/(?:drawings|notifications|push|price-alerts|market-source|telegram)/, 'changes_screen'],
  [/\/account\/|\/mock\/reset$/, 'changes_account'],
];
/** Every set of scopes that a token can have. */
const SCOPE_SETS = Array.from({ length: 2 ** BOT_SCOPES.length - 1 }, (_, index) =>
  BOT_SCOPES.filter((_scope, bit) => ((index + 1) & (1 << bit)) !== 0),
);

type Route = {
  readonly method: string;
  readonly url: string;
  readonly effects: readonly Effect[] | undefined;
  readonly freshProof: FastifyContextConfig['freshProof'];
};

/**
 * Routes that need a re-authentication proof. `some`: only for some requests. `own`: the route also accepts other
 * proofs.
 */
const PROVED: Readonly<Record<string, 'always' | 'own' | 'some'>> = {
  'POST /auth/v1/factors': 'always',
  'POST /auth/v1/factors/:id/verify': 'some',
  'DELETE /auth/v1/factors/:id': 'some',
  'PUT /auth/v1/user': 'own',
  'POST /api/v1/account/recovery-codes': 'always',
  'POST /api/v1/account/bot-tokens': 'always',
  'POST /api/v1/account/bot-tokens/:id/resume': 'always',
  'GET /api/v1/account/export': 'always',
  'POST /api/v1/account/delete': 'own',
  'POST /api/v1/trading/mode/switch': 'some',
  'POST /api/v1/trading/credentials/iqoption': 'some',
  'POST /api/v1/multi-broker/connect/:broker': 'some',
  'POST /api/v1/multi-broker/connect/deriv': 'some',
  'POST /api/v1/multi-broker/consent/:broker': 'always',
  'POST /api/v1/multi-broker/account/:broker': 'some',
  'POST /api/v1/multi-broker/logins/:broker/use': 'always',
  'PUT /api/pcr/setup/:id/graduation': 'always',
  'PUT /api/v1/strategies/:id/graduation': 'always',
  'POST /api/v1/strategies/:id/door/address': 'always',
  'PUT /api/v1/strategies/:id/door/members': 'always',
  'POST /api/v1/telegram/code': 'some',
  'PUT /api/v1/telegram/orders': 'some',
  'POST /api/v1/notifications/webhooks': 'always',
  'PUT /api/v1/notifications/webhooks/:id': 'always',
  'POST /api/v1/notifications/webhooks/:id/secret': 'always',
  'POST /api/v1/notifications/webhooks/:id/enable': 'always',
};
/** A webhook at a port of this machine without a server. */
const WEBHOOK = { name: 'x', url: 'http://127.0.0.1:9/', topics: ['settled'], sends_log_head: false };
const TO_REAL = { broker: 'iqoption', confirm: REAL_MONEY_PHRASE, bot_terms: BOT_TERMS_PHRASE };
/** Requests at the routes above that need a proof, without a proof. */
const UNPROVED: readonly { readonly method: string; readonly path: string; readonly body?: object }[] = [
  { method: 'POST', path: '/auth/v1/factors', body: { factor_type: 'totp' } },
  { method: 'PUT', path: '/auth/v1/user', body: { email: 'otra@example.com' } },
  { method: 'PUT', path: '/auth/v1/user', body: { password: 'un faro en la niebla 9' } },
  { method: 'POST', path: '/api/v1/account/recovery-codes' },
  {
    method: 'POST',
    path: '/api/v1/account/bot-tokens',
    body: { name: 'bot', scopes: ['trade'], expires_in_days: 365 },
  },
  { method: 'POST', path: `/api/v1/account/bot-tokens/${randomUUID()}/resume` },
  { method: 'GET', path: '/api/v1/account/export' },
  { method: 'POST', path: '/api/v1/account/delete', body: { confirm: DELETE_ACCOUNT_PHRASE } },
  { method: 'POST', path: '/api/v1/trading/mode/switch', body: { mode: 'iqoption_real', confirm: REAL_MONEY_PHRASE } },
  { method: 'POST', path: '/api/v1/trading/credentials/iqoption', body: { email: 'a@example.com', password: 'x' } },
  { method: 'POST', path: '/api/v1/multi-broker/connect/quotex', body: { email: 'a@example.com', password: 'x' } },
  { method: 'POST', path: '/api/v1/multi-broker/connect/quotex', body: { session_token: 'x' } },
  { method: 'POST', path: '/api/v1/multi-broker/connect/deriv', body: { api_token: 'pat_x' } },
  { method: 'PUT', path: `/api/pcr/setup/${randomUUID()}/graduation`, body: TO_REAL },
  { method: 'PUT', path: `/api/v1/strategies/${randomUUID()}/graduation`, body: TO_REAL },
  { method: 'POST', path: `/api/v1/strategies/${randomUUID()}/door/address`, body: { signed: false } },
  { method: 'PUT', path: `/api/v1/strategies/${randomUUID()}/door/members`, body: { strategy_ids: [] } },
  { method: 'POST', path: '/api/v1/telegram/code' },
  { method: 'PUT', path: '/api/v1/telegram/orders', body: { allows_orders: true } },
  { method: 'POST', path: '/api/v1/notifications/webhooks', body: WEBHOOK },
  { method: 'PUT', path: `/api/v1/notifications/webhooks/${randomUUID()}`, body: WEBHOOK },
  { method: 'POST', path: `/api/v1/notifications/webhooks/${randomUUID()}/secret` },
  { method: 'POST', path: `/api/v1/notifications/webhooks/${randomUUID()}/enable` },
  { method: 'POST', path: '/api/v1/multi-broker/consent/deriv' },
  { method: 'POST', path: '/api/v1/multi-broker/logins/iqoption/use', body: { login_id: randomUUID() } },
  {
    method: 'POST',
    path: '/api/v1/multi-broker/account/iqoption',
    body: { account_type: 'real', confirm: REAL_MONEY_PHRASE },
  },
];
type Person = { readonly id: string; readonly sessionId: string; readonly access: string; readonly refresh: string };

const routes: Route[] = [];
let database: TestDatabase;
let app: TestApp;
const webRoot = mkdtempSync(join(tmpdir(), 'vigia-routes-'));
const PAGE = '<!doctype html><title>Vigía</title>';
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), PAGE);
  database = await createTestDatabase();
  app = await startTestApp({
    databaseUrl: database.ownerUrl,
    environment: { VIGIA_WEBHOOKS_ALLOW_PRIVATE: 'true' },
    webRoot,
    onRoute: ({ method, url, config }) => {
      const { effects, freshProof } = config ?? {};
      routes.push(...[method].flat().map((one) => ({ method: one, url, effects, freshProof })));
    },
  });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
  rmSync(webRoot, { recursive: true });
});

const nameOf = ({ method, url }: Route): string => `${method} ${url}`;
/**
 * Returns the routes to test. HEAD and OPTIONS are left out, because each GET route answers HEAD and browsers send
 * OPTIONS as the preflight.
 */
const asked = () => routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');
const guarded = () => asked().filter((route) => !isPublic(nameOf(route)));

const Claims = z.object({ sub: z.string(), session_id: z.string() });
const ORIGIN = { ip: '127.0.0.1', userAgent: 'test' };

/** Creates a user who is registered and signed in. */
async function newPerson(): Promise<Person> {
  const signedIn = await embeddedAuth(app).signInAnonymously({}, ORIGIN);
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  const { access_token: access, refresh_token: refresh } = signedIn.value;
  const payload = Buffer.from(access.split('.')[1] ?? '', 'base64url').toString();
  const { sub: id, session_id: sessionId } = Claims.parse(JSON.parse(payload));
  const email = `${id}@example.com`;
  await database.db.sql`
    UPDATE auth_users SET is_anonymous = false, email = ${email}, email_confirmed_at = now() WHERE id = ${id}`;
  return { id, sessionId, access, refresh };
}

const principalOf = ({ id, sessionId }: Person): Principal => ({
  userId: id,
  sessionId,
  isAnonymous: false,
  aal: 'aal1',
  scopes: null,
});

async function newBot(person: Person, ...scopes: BotScope[]) {
  const wish = { name: 'bot', scopes, expires_in_days: 1 };
  const made = await embeddedAuth(app).botTokens.make(principalOf(person), wish, ORIGIN);
  if (!made.ok) throw new Error(made.error);
  return { id: made.value.row.id, token: made.value.token };
}

const proofOf = ({ id: userId, sessionId }: Person): Readonly<Record<string, string>> => ({
  [PROOF_HEADER]: app.features.auth.proofs.issue({ userId, sessionId }).proof,
});

type Answer = { readonly status: number; readonly code: string; readonly body: unknown };
/** Schema of an error of our own API or of the auth service. */
const Coded = z.union([
  z.looseObject({ error: z.looseObject({ code: z.string() }) }).transform(({ error }) => error.code),
  z.looseObject({ error_code: z.string() }).transform(({ error_code }) => error_code),
]);

async function call(
  method: string,
  path: string,
  token: string | null,
  more: object = {},
  body: object = {},
): Promise<Answer> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const answer = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: {
      apikey: embeddedAuth(app).publishableKey,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const said: unknown = answer.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : text;
  const coded = Coded.safeParse(said);
  return { status: answer.status, code: coded.success ? coded.data : '', body: said };
}
/** An alert at a price that no asset has. */
const ALERT = { symbol: 'EURUSD', direction: 'up', level: 1_000_000 };
const DRAWING = { symbol: 'EURUSD', shape: { kind: 'horizontal_line', price: 1.1 } };
/** Bodies for routes that validate the body before the token or the id. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/v1/auth/recovery-code': { code: 'ABCD-EFGH-JKMN-PQRS' },
  'POST /auth/v1/factors/:id/verify': { challenge_id: randomUUID(), code: '123456' },
  'POST /api/pcr/setup/:id/clone': { name: 'Copia' },
  'PUT /api/v1/strategies/:id': { name: 'RSI', type: 'rsi' },
  'POST /api/v1/strategies/:id/status': { status: 'paused' },
  'PUT /api/v1/strategies/:id/account': { broker: 'mock' },
  'PUT /api/v1/strategies/:id/door': { format: 'json' },
  'POST /api/v1/strategies/:id/door/address': { signed: false },
  'PUT /api/v1/strategies/:id/door/members': { strategy_ids: [] },
  'POST /api/v1/signals': { strategy_id: randomUUID(), direction: 'CALL' },
  'PUT /api/pcr/setup/:id/account': { broker: 'mock' },
  'PUT /api/pcr/setup/:id/graduation': TO_REAL,
  'PUT /api/v1/strategies/:id/graduation': TO_REAL,
  'POST /api/v1/trading/option/:id/sale': { min_price: 1 },
  'PUT /api/v1/notifications/settings': { email_topics: [], email_daily: false, quiet_hours: null },
  'POST /api/v1/notifications/read': { ids: [1], scope: 'these' },
  'PUT /api/v1/notifications/webhooks/:id': WEBHOOK,
  'PUT /api/v1/drawings/:id': DRAWING,
  'PUT /api/v1/trading/option/:id/note': { text: 'Entré tarde', tags: ['prisa'] },
  'PUT /api/v1/price-alerts/:id': ALERT,
  'POST /api/v1/price-files/:id/confirm': { time_zone: 'UTC' },
  'POST /api/v1/backtests/:id/cell-tests': { cell: 0 },
};
const ask = (
  route: Route,
  token: string | null,
  id?: string,
  body = BODIES[nameOf(route)],
  headers: object = {},
): Promise<Answer> => call(route.method, pathOf(route, id), token, headers, body);
/** Queries of routes that require one. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/v1/price-files/:id/candles': '?timeframe=1m',
  '/api/v1/log/consistency': '?from=0&to=0',
  '/api/v1/trading/calendar': '?month=2026-11',
};
const pathOf = ({ url }: Route, id: string = randomUUID()): string =>
  `${url.replace(/:\w+/g, id)}${QUERIES[url] ?? ''}`;

describe('every route of the server', () => {
  it('is covered by these tests', () => {
    expect(asked().length).toBeGreaterThan(30);
    expect(routes.map(nameOf)).toContain('POST /api/v1/trading/create-option');
  });

  it('is listed as public, or answers 401 without a token', async () => {
    const open: string[] = [];
    for (const route of guarded()) {
      const { status } = await ask(route, null);
      if (status !== 401) open.push(`${nameOf(route)} → ${status}`);
    }
    expect(open).toEqual([]);
  });

  it('declares its effects, unless it is closed to bots', () => {
    const isUserOnly = ({ url }: Route) => USER_ONLY_ROUTES.test(url);
    expect(guarded().filter(isUserOnly)).not.toEqual([]);
    expect(guarded().filter((route) => isUserOnly(route) !== (route.effects === undefined))).toEqual([]);
  });

  it('declares the effects that match its purpose', () => {
    const wrong = guarded()
      .filter(({ url }) => !USER_ONLY_ROUTES.test(url))
      .flatMap((route) => {
        const [, ...wanted] = WANTED.find(([pattern]) => pattern.test(nameOf(route))) ?? [];
        return String(wanted) === String(route.effects) ? [] : [`${nameOf(route)}: ${route.effects}, not ${wanted}`];
      });
    expect(wrong).toEqual([]);
  });

  it.each(SCOPE_SETS.map((scopes) => ({ name: scopes.join(' '), scopes })))(
    'lets a bot with $name do exactly what the table of effects allows',
    async ({ scopes }) => {
      const { token } = await newBot(await newPerson(), ...scopes);
      const wrong: string[] = [];
      for (const route of guarded()) {
        const { status, code } = await ask(route, token);
        const isRefused =
          status === 401 || code === 'insufficient_scope' || (USER_ONLY_ROUTES.test(route.url) && status === 403);
        const isAllowed = route.effects?.every((effect) => allowsEffect(scopes, effect)) ?? false;
        if (isRefused === isAllowed) wrong.push(`${nameOf(route)} → ${status} ${code}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each([
    ['/api/v1/account/', /(?:limits|access)$/],
    ['/api/v1/push/', /^$/],
    ['/api/v1/notifications', /^$/],
    ['/api/v1/trading/mock/reset', /^$/],
    ['/api/v1/trading/resume-all', /^$/],
    ['/api/v1/trading/reality-check', /^$/],
    ['/api/v1/trading/mode/switch', /^$/],
  ])('under %s is closed to bots, except to read limits and the scopes of the token', (under, readable) => {
    const open = asked().filter(
      ({ method, url, effects }) =>
        url.startsWith(under) &&
        !(method === 'GET' && readable.test(url)) &&
        !effects?.some((effect) => EFFECT_SCOPES[effect] === null),
    );
    expect(open).toEqual([]);
  });
});

describe('a re-authentication proof', () => {
  it('is required exactly by the routes that control access or allow real money', () => {
    const declared = asked().flatMap((route) => {
      const { freshProof } = route;
      if (freshProof === undefined) return [];
      return [[nameOf(route), typeof freshProof === 'function' ? 'some' : freshProof] as const];
    });
    expect(Object.fromEntries(declared)).toEqual(PROVED);
  });

  it.each(UNPROVED)('is required by $method $path $body', async ({ method, path, body }) => {
    const person = await newPerson();
    await database.db.sql`UPDATE auth_users SET email_confirmed_at = now() - interval '1 hour' WHERE id = ${person.id}`;
    const refused = await call(method, path, person.access, {}, body);
    expect([refused.status, refused.code]).toEqual(
      path.startsWith('/auth/') ? [400, 'reauthentication_needed'] : [403, 'proof_needed'],
    );
    const admitted = await call(method, path, person.access, proofOf(person), body);
    expect(['reauthentication_needed', 'proof_needed']).not.toContain(admitted.code);
  });

  it.each([
    ['/api/v1/trading/mode/switch', { mode: 'mock' }],
    ['/api/v1/multi-broker/connect/quotex', {}],
    ['/api/v1/multi-broker/account/iqoption', { account_type: 'demo' }],
  ])('is not needed to return to practice or to use stored settings: %s', async (path, body) => {
    const { access } = await newPerson();
    expect((await call('POST', path, access, {}, body)).code).not.toBe('proof_needed');
  });

  it('is never given to bots, and routes that need one are closed to bots except for connections', async () => {
    const { token } = await newBot(await newPerson(), ...BOT_SCOPES);
    for (const method of ['GET', 'POST']) {
      const { status, code } = await call(method, '/api/v1/account/proof', token, {}, { password: 'x' });
      expect([status, code]).toEqual([403, 'insufficient_scope']);
    }
    const open = asked().filter(({ freshProof }) => freshProof !== undefined);
    const scopes = open.flatMap(({ effects = [] }) => effects.flatMap((effect) => EFFECT_SCOPES[effect] ?? []));
    expect(new Set(scopes)).toEqual(new Set(['connections']));
  });
});

/** Functions that create a row of the user, for each kind of route with an id. */
const IDS: Readonly<Record<string, (owner: Person) => Promise<string>>> = {
  '/api/v1/trading/option/:id': runningTrade,
  '/api/v1/trading/option/:id/check': runningTrade,
  '/api/v1/trading/option/:id/events': runningTrade,
  '/api/v1/trading/option/:id/note': runningTrade,
  '/api/v1/trading/option/:id/sale': runningTrade,
  '/api/pcr/setup/:id': newSetup,
  '/api/pcr/setup/:id/stop': newSetup,
  '/api/pcr/setup/:id/clone': newSetup,
  '/api/pcr/setup/:id/account': newSetup,
  '/api/v1/strategies/:id/account': newStrategy,
  '/api/pcr/setup/:id/graduation': newSetup,
  '/api/v1/strategies/:id/graduation': newStrategy,
  '/api/pcr/setup/:id/statistics': newSetup,
  '/api/pcr/setup/:id/rejections': newSetup,
  '/api/pcr/setup/:id/backtest': newSetup,
  '/api/v1/strategies/:id/backtest': newStrategy,
  '/api/v1/backtests/:id': newBacktest,
  '/api/v1/backtests/:id/cancel': newBacktest,
  '/api/v1/backtests/:id/cell-tests': newGrid,
  '/api/v1/backtests/:id/proofs': newBacktest,
  '/api/v1/history-fetches/:id/cancel': newHistoryFetch,
  '/api/v1/price-files/:id': newPriceFile,
  '/api/v1/price-files/:id/candles': newPriceFile,
  '/api/v1/price-files/:id/confirm': newPriceFile,
  '/api/v1/backtests/:id/trades.csv': newBacktest,
  '/api/v1/strategies/:id': newStrategy,
  '/api/v1/strategies/:id/status': newStrategy,
  '/api/v1/strategies/:id/signals': newStrategy,
  '/api/v1/strategies/:id/rejections': newStrategy,
  '/api/v1/strategies/:id/door': newStrategy,
  '/api/v1/strategies/:id/door/address': newStrategy,
  '/api/v1/strategies/:id/door/members': newStrategy,
  '/api/v1/drawings/:id': newDrawing,
  '/api/v1/price-alerts/:id': newAlert,
  '/api/v1/push/subscriptions/:id': newPush,
  '/api/v1/push/subscriptions/:id/test': newPush,
  '/api/v1/notifications/webhooks/:id': newWebhook,
  '/api/v1/notifications/webhooks/:id/secret': newWebhook,
  '/api/v1/notifications/webhooks/:id/enable': newWebhook,
  '/api/v1/notifications/webhooks/:id/tests': newWebhook,
  '/api/v1/notifications/webhooks/:id/deliveries': newWebhook,
  '/api/v1/account/sessions/:id': async ({ sessionId }) => sessionId,
  '/auth/v1/factors/:id': newFactor,
  '/auth/v1/factors/:id/challenge': newFactor,
  '/auth/v1/factors/:id/verify': newFactor,
  '/api/v1/account/bot-tokens/:id': async (owner) => (await newBot(owner, 'read')).id,
  '/api/v1/account/bot-tokens/:id/resume': async (owner) => (await newBot(owner, 'read')).id,
};

const WithId = z.object({ id: z.uuid() });

/** Returns a running trade of the owner. All routes share it, because a user may have only a few. */
async function runningTrade({ access }: Person): Promise<string> {
  const { body: active } = await call('GET', '/api/v1/trading/active', access);
  const [known] = z.object({ data: z.array(WithId) }).parse(active).data;
  if (known !== undefined) return known.id;
  const order = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 };
  const { body } = await call('POST', '/api/v1/trading/create-option', access, {}, order);
  return z.object({ data: WithId }).parse(body).data.id;
}

async function newSetup({ access }: Person): Promise<string> {
  const { body } = await call('POST', '/api/pcr/setup', access, {}, { name: 'Mío', asset: 'EURUSD' });
  return z.object({ data: WithId }).parse(body).data.id;
}

async function newStrategy({ access }: Person): Promise<string> {
  const { body } = await call('POST', '/api/v1/strategies', access, {}, { name: 'RSI', type: 'rsi' });
  return z.object({ data: WithId }).parse(body).data.id;
}

async function newDrawing({ access }: Person): Promise<string> {
  const id = randomUUID();
  expect((await call('PUT', `/api/v1/drawings/${id}`, access, {}, DRAWING)).status).toBe(200);
  return id;
}

async function newAlert({ access }: Person): Promise<string> {
  const id = randomUUID();
  expect((await call('PUT', `/api/v1/price-alerts/${id}`, access, {}, ALERT)).status).toBe(200);
  return id;
}

async function newPush({ access }: Person): Promise<string> {
  const endpoint = `https://push.example.com/${randomUUID()}`;
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) };
  const wish = { endpoint, keys, topics: ['settled'] };
  const { body } = await call('POST', '/api/v1/push/subscriptions', access, {}, wish);
  return z.object({ data: WithId }).parse(body).data.id;
}

async function newWebhook(owner: Person): Promise<string> {
  const { body } = await call('POST', '/api/v1/notifications/webhooks', owner.access, proofOf(owner), WEBHOOK);
  return z.object({ data: WithId }).parse(body).data.id;
}

async function newFactor(owner: Person): Promise<string> {
  const factor = { factor_type: 'totp', friendly_name: randomUUID() };
  return WithId.parse((await call('POST', '/auth/v1/factors', owner.access, proofOf(owner), factor)).body).id;
}

const TESTED = { subject: { kind: 'pcr', setup: {} }, data: { source: 'history', asset: 'EURUSD' } };

function newBacktest(owner: Person): Promise<string> {
  return finishedTest(owner, '/api/v1/backtests', TESTED);
}

function newGrid(owner: Person): Promise<string> {
  const sides = { data: [TESTED.data], timeframes: ['5m'], lengths: [{ duration: 5 }] };
  return finishedTest(owner, '/api/v1/backtests/grids', { ...TESTED, ...sides });
}

/** Starts a backtest and waits for its end, because a user may have only two unfinished ones. */
async function finishedTest({ access }: Person, path: string, wanted: object): Promise<string> {
  let id = '';
  await expect
    .poll(async () => {
      const { status, body } = await call('POST', path, access, {}, wanted);
      if (status === 202) id = z.object({ data: WithId }).parse(body).data.id;
      return status;
    })
    .toBe(202);
  await app.features.backtests.idle();
  return id;
}

async function newPriceFile({ access }: Person): Promise<string> {
  const sent = await fetch(`${app.url}/api/v1/price-files?symbol=EURUSD&name=mine.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'text/csv' },
    body: 'time,open,high,low,close\n60,1,1,1,1\n120,1,1,1,1\n',
  });
  return z.object({ data: WithId }).parse(await sent.json()).data.id;
}

/** Stores a fetch that has already ended, because no broker with a price history is connected. */
async function newHistoryFetch(owner: Person): Promise<string> {
  const id = await newPriceFile(owner);
  await database.db.sql`
    INSERT INTO history_fetches (id, user_id, broker, symbol, status, page_candles, from_time, to_time, low_page,
                                 next_page, pages, pages_done, gaps, created_at, updated_at)
    VALUES (${id}, ${owner.id}, 'deriv', 'EURUSD', 'done', 100, 0, 6000, 0, -1, 1, 1,
            '{"weekends":0,"holes":0,"holeMinutes":0,"longest":[]}', now(), now())`;
  return id;
}

/** Returns a wrong code for a challenge of the owner. */
async function newTry({ access }: Person, factorId: string): Promise<object> {
  const challenge = await call('POST', `/auth/v1/factors/${factorId}/challenge`, access);
  return { challenge_id: WithId.parse(challenge.body).id, code: '000000' };
}

describe('a row of one user', () => {
  it('cannot be reached by other users at any route that accepts its id', async () => {
    const [ana, luis] = [await newPerson(), await newPerson()];
    // The name of a broker belongs to no user. The tests of connections check that the connections of two users are
    // separate.
    const naming = guarded().filter(({ url }) => url.includes(':') && !/:broker(?:\/|$)/.test(url));
    expect(naming.map(({ url }) => url).filter((url) => !(url in IDS))).toEqual([]);
    // The session is ended last, because it identifies the owner.
    for (const route of naming.toSorted(
      (a, b) => Number(a.url.includes('/sessions/')) - Number(b.url.includes('/sessions/')),
    )) {
      const id = (await IDS[route.url]?.(ana)) ?? '';
      const body = route.url.endsWith('/verify') ? await newTry(ana, id) : undefined;
      const stranger = await ask(route, luis.access, id, body, proofOf(luis));
      expect([nameOf(route), [403, 404].includes(stranger.status)]).toEqual([nameOf(route), true]);
      const owner = await ask(route, ana.access, id, body, proofOf(ana));
      expect([nameOf(route), [401, 404].includes(owner.status)]).toEqual([nameOf(route), false]);
    }
  });
});

describe('a token', () => {
  /** Returns one valid token of each kind. */
  async function oneOfEach() {
    const person = await newPerson();
    const hash = (text: string) => createHash('sha256').update(text).digest();
    const [code, link] = ['ABCD-EFGH-JKMN-PQRS', `link-${randomUUID()}`];
    await database.db.sql`
      INSERT INTO auth_recovery_codes (user_id, code_hash, created_at) VALUES (${person.id}, ${hash(code)}, now())`;
    await database.db.sql`
      INSERT INTO auth_one_time_tokens (user_id, kind, token_hash, digits_hash, redirect_to, created_at, expires_at)
      VALUES (${person.id}, 'recovery', ${hash(link)}, ${hash('1')}, '/', now(), now() + interval '1 hour')`;
    const bot = await newBot(person, ...BOT_SCOPES);
    const key = embeddedAuth(app).publishableKey;
    return { access: person.access, refresh: person.refresh, bot: bot.token, key, code, link };
  }
  type Kind = keyof Awaited<ReturnType<typeof oneOfEach>>;

  const refreshWith = async (token: string) => {
    const refreshed = await embeddedAuth(app).refresh(token, ORIGIN);
    return refreshed.ok;
  };
  const TOKEN_CHECKS: readonly (readonly [string, readonly Kind[], (token: string) => Promise<boolean>])[] = [
    [
      'the API',
      ['access', 'bot'],
      async (token) => (await call('GET', '/api/v1/trading/active', token)).status === 200,
    ],
    ['the account', ['access'], async (token) => (await call('GET', '/api/v1/account/sessions', token)).status === 200],
    ['the auth service', ['access'], async (token) => (await call('GET', '/auth/v1/user', token)).status === 200],
    // The publishable key as a bearer token identifies no user, so the response has no row.
    [
      'the data service',
      ['access'],
      async (token) =>
        z
          .array(z.unknown())
          .min(1)
          .safeParse((await call('GET', '/rest/v1/users', token)).body).success,
    ],
    ['the refresh', ['refresh'], refreshWith],
    [
      'the apikey header',
      ['key'],
      async (token) => (await call('GET', '/auth/v1/settings', null, { apikey: token })).status === 200,
    ],
    ['the socket', ['access', 'bot'], async (token) => (await dial(token)).isReady],
  ];

  it.each(TOKEN_CHECKS)('is accepted by %s only if it is of the right kind', async (_check, allowed, opens) => {
    const tokens = await oneOfEach();
    const opened: string[] = [];
    for (const [kind, token] of Object.entries(tokens)) if (await opens(token)) opened.push(kind);
    expect(opened).toEqual([...allowed]);
  });
});

/** Opens a socket and sends a token. */
async function dial(token: string) {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/v1/stream`);
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code]) => Number(code));
  socket.send(JSON.stringify({ type: 'auth', access_token: token }));
  const isReady = await Promise.race([once(socket, 'message').then(() => true), closed.then(() => false)]);
  return { socket, closed, isReady };
}

describe('an open socket', () => {
  it('closes when its owner ends the session elsewhere', async () => {
    const person = await newPerson();
    const { closed, isReady } = await dial(person.access);
    expect(isReady).toBe(true);
    expect((await call('DELETE', `/api/v1/account/sessions/${person.sessionId}`, person.access)).status).toBe(200);
    expect(await closed).toBe(STREAM_CLOSE.sessionEnded);
    expect(await embeddedAuth(app).refresh(person.refresh, ORIGIN)).toMatchObject({ ok: false });
    expect((await call('GET', '/api/v1/trading/active', person.access)).status).toBe(401);
  });

  it('closes when its bot token is deleted, and never opens for a bot without «read»', async () => {
    const person = await newPerson();
    const bot = await newBot(person, 'read');
    const { closed, isReady } = await dial(bot.token);
    expect(isReady).toBe(true);
    expect((await call('DELETE', `/api/v1/account/bot-tokens/${bot.id}`, person.access)).status).toBe(200);
    expect(await closed).toBe(STREAM_CLOSE.sessionEnded);
    expect((await dial((await newBot(person, 'trade', 'pcr')).token)).isReady).toBe(false);
  });
});

describe('a user’s token', () => {
  it.each([
    '/auth/v1/admin/users',
    '/auth/v1/admin/users/1',
    '/auth/v1//admin/users',
    '/auth/v1/user/..%2fadmin/users',
    '/auth/v1/admin%2fusers',
    '/AUTH/V1/ADMIN/USERS',
    '/auth/v1/admin/users/',
    '/auth/v1/user;/admin/users',
    '/auth/v1/admin/generate_link',
    '/auth/v1/invite',
    '/auth/v1/admin/audit',
    '/rest/v1/auth_users',
    '/rest/v1/rpc/x',
  ])('gives no administrator access at %s', async (path) => {
    const { access } = await newPerson();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, body } = await call(method, path, access);
      // The server answers an unknown path with the page of the web app.
      const isNothing = (status >= 400 && status < 500) || body === PAGE;
      expect([method, isNothing]).toEqual([method, true]);
    }
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'does not change the method of a request through the header %s',
    async (header) => {
      const { access, sessionId } = await newPerson();
      const path = `/api/v1/account/sessions/${sessionId}`;
      expect((await call('POST', path, access, { [header]: 'DELETE' })).status).toBe(404);
      expect((await call('GET', `${path}?_method=DELETE`, access, { [header]: 'DELETE' })).status).toBe(404);
      const written = await call('PUT', '/auth/v1/user', access, { 'x-original-url': '/auth/v1/admin/users' });
      expect(written.status).toBeLessThan(500);
      expect((await call('GET', '/api/v1/trading/active', access)).status).toBe(200);
    },
  );
});
