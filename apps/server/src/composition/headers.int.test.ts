import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { type RawRequest, RouteList, routeName, routePath, sendRawRequest } from './testing-wire.ts';

const EVIL = 'https://evil.test';
const SITE = 'https://vigia.example';

/** Requests that match no route because of the path, the method or the spelling. */
const ASTRAY: readonly RawRequest[] = [
  '/nothing',
  '/nothing.css',
  '/api/nothing',
  '/auth/nothing',
  '/auth/v1/nothing',
  '/rest/v1/nothing',
  '/dev/nothing',
  '/docs/nothing',
  '/%E0%A4%A',
  '/assets/',
  '/.env',
  '//evil.test/x',
  '/api/v1/account/bot-tokens/%00',
  '/login',
].map((path): RawRequest => ({ path }));
const METHODS: readonly RawRequest[] = ['TRACE', 'OPTIONS', 'DELETE', 'PATCH'].flatMap((method) =>
  ['/', '/api/v1/trading/assets', '/auth/v1/settings', '/rest/v1/users'].map((path): RawRequest => ({ method, path })),
);
/** Paths in which %61 stands for an a. The router decodes it, so every check of a path must decode it too. */
const SPELT_OTHERWISE: readonly RawRequest[] = [
  '/%61pi/v1/trading/assets',
  '/%61uth/v1/settings',
  '/rest/v1/%75sers',
  '/%64ev/mailbox',
  '/%61pi/nothing',
].map((path) => ({ path }));

const webRoot = mkdtempSync(join(tmpdir(), 'vigia-headers-'));
beforeAll(() => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Vigía</title>');
  writeFileSync(join(webRoot, 'theme.js'), '');
  writeFileSync(join(webRoot, 'assets', 'index-Ab3dEf9h.js'), 'export {};');
});
afterAll(() => rmSync(webRoot, { recursive: true }));

describe.each([
  ['on loopback', {}],
  ['behind TLS', { SITE_URL: SITE }],
])('every response, %s,', (_where, environment: Record<string, string>) => {
  const routes = new RouteList();
  let app: TestApp;
  let database: TestDatabase;
  let port = '';
  beforeAll(async () => {
    database = await createTestDatabase();
    const say = (line: string) => void (port = /en el puerto (\d+)/.exec(line)?.[1] ?? port);
    const options = { databaseUrl: database.ownerUrl, webRoot, environment, onRoute: routes.onRoute };
    app = await startTestApp({ ...options, say });
  });
  afterAll(async () => {
    await app?.stop();
    await database.close();
  });

  const isTls = 'SITE_URL' in environment;
  const requests = (): readonly RawRequest[] => [
    ...routes.all().map((route) => ({ method: route.method, path: routePath(route) })),
    ...ASTRAY,
    ...METHODS,
    ...SPELT_OTHERWISE,
  ];
  const key = () => embeddedAuth(app).publishableKey;

  /** Returns the requests with these headers whose responses are faulty. */
  async function faults(
    headers: Readonly<Record<string, string>>,
    judge: (headers: IncomingHttpHeaders, path: string, status: number) => readonly string[],
  ): Promise<readonly string[]> {
    const found: string[] = [];
    for (const request of requests()) {
      const answer = await sendRawRequest(loopback(), { ...request, headers });
      const wrong = judge(answer.headers, request.path, answer.status);
      found.push(...wrong.map((what) => `${request.method ?? 'GET'} ${request.path} (${answer.status}): ${what}`));
    }
    return found;
  }
  /**
   * Returns the address of the server on loopback, even if the server is configured for a proxy that terminates TLS.
   */
  const loopback = (): string => `http://127.0.0.1:${port}`;

  it('has every security header, and names no software', async () => {
    const sockets = [...(isTls ? ['wss://vigia.example'] : []), `ws://127.0.0.1:${port}`, `ws://localhost:${port}`];
    const guards: Readonly<Record<string, string | undefined>> = {
      'content-security-policy': [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        `connect-src 'self' ${sockets.join(' ')}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join(';'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': isTls ? 'max-age=31536000' : undefined,
      server: undefined,
      'x-powered-by': undefined,
      'set-cookie': undefined,
    };
    const wrong = await faults({ apikey: key() }, (headers) => [
      ...Object.entries(guards).flatMap(([name, wanted]) =>
        headers[name] === wanted ? [] : [`${name}: ${headers[name]}`],
      ),
      ...(String(headers['permissions-policy']).includes('camera=(), ') ? [] : ['permissions-policy']),
    ]);
    expect(wrong).toEqual([]);
  });

  it('forbids caching if it contains personal data', async () => {
    const wrong = await faults({ apikey: key() }, (headers, path, status) => {
      const isPersonal = /^\/(?:api|auth|rest|dev)\//.test(decodable(path));
      const isPublished = path.endsWith('/jwks.json') && status === 200;
      if (!isPersonal || isPublished) return [];
      return headers['cache-control'] === 'no-store' ? [] : [`cache-control: ${headers['cache-control']}`];
    });
    expect(wrong).toEqual([]);
  });

  it('contains no foreign origin, and never allows credentials', async () => {
    for (const origin of [EVIL, 'null', `${loopback()}.evil.test`]) {
      const wrong = await faults({ apikey: key(), origin }, (headers) =>
        Object.keys(headers).filter((name) => name.startsWith('access-control-')),
      );
      expect([origin, wrong]).toEqual([origin, []]);
    }
    const ours = await faults({ apikey: key(), origin: isTls ? SITE : loopback() }, (headers) => [
      ...(headers['access-control-allow-origin'] === (isTls ? SITE : loopback()) ? [] : ['our origin is not allowed']),
      ...(headers['access-control-allow-credentials'] === undefined ? [] : ['credentials are allowed']),
      ...(String(headers.vary).toLowerCase().includes('origin') ? [] : ['a cache would mix origins up']),
    ]);
    expect(ours).toEqual([]);
  });

  it('lists the client’s headers in its response to a preflight of our origin, but of no other origin', async () => {
    const ask = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'apikey' };
    for (const { path } of requests()) {
      const ours = await sendRawRequest(loopback(), {
        method: 'OPTIONS',
        path,
        headers: { ...ask, origin: loopback() },
      });
      const foreign = await sendRawRequest(loopback(), { method: 'OPTIONS', path, headers: { ...ask, origin: EVIL } });
      expect([path, ours.status, foreign.status]).toEqual([path, 204, 403]);
      expect(listed(ours.headers['access-control-allow-methods'])).toEqual(
        expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete', 'head']),
      );
      expect(listed(ours.headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(CLIENT_HEADERS));
      expect(listed(ours.headers['access-control-expose-headers'])).toEqual(
        expect.arrayContaining(['x-supabase-api-version', 'content-range', 'x-total-count', 'link']),
      );
      expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('contains no input of the request, and lists no folder', async () => {
    for (const path of ['/', '/api/v1/trading/assets', '/auth/v1/settings', '/theme.js']) {
      const answer = await sendRawRequest(loopback(), {
        method: 'TRACE',
        path,
        headers: { apikey: key(), 'x-secret': 'CANARY' },
      });
      expect([path, answer.status, answer.text.includes('CANARY')]).toEqual([path, 404, false]);
    }
    for (const path of ['/assets', '/assets/', '/assets/..', '/docs/static', '/docs/static/', '/dev', '/dev/']) {
      const { text } = await sendRawRequest(loopback(), { path });
      expect([path, /theme\.js|index-Ab3|mailbox|Index of/.test(text)]).toEqual([path, false]);
    }
  });

  it('has status 401 at auth and data routes if the request lacks the installation’s public key', async () => {
    const KEYLESS = ['GET /auth/v1/verify', 'GET /auth/v1/.well-known/jwks.json'];
    const served = routes.all().filter(({ url }) => /^\/(?:auth|rest)\/v1\//.test(url));
    const open: string[] = [];
    for (const route of served) {
      for (const headers of [{}, { apikey: 'sb_publishable_wrong' }, { authorization: `Bearer ${key()}` }]) {
        const { status } = await sendRawRequest(loopback(), { method: route.method, path: routePath(route), headers });
        if (status !== 401) open.push(routeName(route));
      }
    }
    const keyless = open.filter((name) => !name.startsWith('HEAD'));
    expect([...new Set(keyless)].toSorted()).toEqual(KEYLESS.toSorted());
    expect(served.length).toBeGreaterThan(20);
  });
});

const CLIENT_HEADERS = [
  'accept',
  'authorization',
  'apikey',
  'content-type',
  'x-client-info',
  'x-supabase-api-version',
  'accept-profile',
  'content-profile',
  'prefer',
  'x-retry-count',
];
const listed = (value: string | undefined): readonly string[] =>
  (value ?? '').split(',').map((name) => name.trim().toLowerCase());

function decodable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return '/api/';
  }
}
