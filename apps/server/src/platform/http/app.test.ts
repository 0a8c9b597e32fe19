import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../logging/logger.ts';
import { ApiError } from './api-error.ts';
import { type App, type AppOptions, createHttpApp } from './app.ts';
import type { Authenticator } from './principal.ts';
import { DEFAULT_RATES } from './request-limits.ts';
import { createSite } from './site.ts';

const SITE = createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 });
const PRINCIPAL = { userId: 'u1', sessionId: 's1', isAnonymous: false, aal: 'aal1', scopes: null } as const;
const BOT = { ...PRINCIPAL, sessionId: 'b1', scopes: ['read'] } as const;
const authenticator: Authenticator = {
  authenticate: async (token) =>
    token === 'good' ? PRINCIPAL : token === 'bot' ? BOT : token === 'old' ? 'token_expired' : 'not_authenticated',
};

const Body = z.object({ amount: z.number(), tags: z.array(z.string()) });

describe('the web server', () => {
  let app: App;
  let lines: string[] = [];
  afterEach(() => app.close());

  async function open(options: Partial<AppOptions> = {}): Promise<App> {
    lines = [];
    const log = createLogger('debug', { write: (line) => void lines.push(line) });
    app = await createHttpApp({
      log,
      ids: new CountingIds(),
      clock: new ManualClock(0),
      site: SITE,
      authenticator,
      trustProxy: false,
      ...options,
    });
    app.post('/api/echo', { schema: { body: Body } }, async (request) => request.body);
    app.post(
      '/api/mine',
      { schema: { body: Body }, preHandler: app.authenticate },
      async (request) => request.principal,
    );
    const strict = z.strictObject({ inner: z.strictObject({}) });
    app.post('/api/strict', { schema: { body: strict } }, async (request) => request.body);
    app.get('/api/readable', { preHandler: app.authenticate, config: { effects: ['reads'] } }, async () => ({}));
    app.get(
      '/api/tradable',
      { preHandler: app.authenticate, config: { effects: ['places_orders'] } },
      async () => ({}),
    );
    app.get('/api/for-people', { preHandler: app.authenticate }, async () => ({}));
    app.get('/api/forgotten', async (request) => request.principal);
    const requestCost = ({ url }: { url: string }) => Number(url.split('n=')[1]);
    app.get('/api/costly', { config: { requestCost } }, async () => ({}));
    app.get('/api/at/:secret', async () => ({}));
    app.get('/api/long', async () => ({ text: 'x'.repeat(4_000) }));
    app.get('/api/fail', async () => {
      throw new Error('internals of secret.ts');
    });
    app.get('/api/refuse', async () => {
      throw new ApiError('asset_unknown', { symbol: 'XYZ' });
    });
    app.get('/api/down', async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    });
    app.get('/api/full', async () => {
      throw Object.assign(new Error('could not extend file'), { code: '53100' });
    });
    app.get('/api/wrong-answer', { schema: { response: { 200: z.object({ n: z.number() }) } } }, async () => {
      return JSON.parse('{"n":"secret"}');
    });
    await app.ready();
    return app;
  }

  const json = { 'content-type': 'application/json' };

  it('names the fields of an invalid body in Spanish', async () => {
    await open();
    const answer = await app.inject({ method: 'POST', url: '/api/echo', payload: { amount: 'ten', tags: ['a', 5] } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      error: {
        code: 'validation_failed',
        message: 'Revisa los datos enviados.',
        details: [
          { path: 'amount', message: 'Debe ser un número.' },
          { path: 'tags.1', message: 'Debe ser un texto.' },
        ],
      },
      detail: 'Revisa los datos enviados.',
    });
  });

  it('names each unknown field of a body', async () => {
    await open();
    const payload = { inner: { a: 1, b: 2 } };
    const answer = await app.inject({ method: 'POST', url: '/api/strict', payload });
    expect(answer.json().error.details).toEqual([
      { path: 'inner.a', message: 'Campo desconocido.' },
      { path: 'inner.b', message: 'Campo desconocido.' },
    ]);
  });

  it.each([
    ['broken JSON', '/api/echo', json, '{"amount":', 400, 'bad_json'],
    ['an empty body', '/api/echo', json, '', 400, 'bad_json'],
    ['a poisoned prototype', '/api/echo', json, '{"__proto__":{"admin":true}}', 400, 'bad_json'],
    ['a body over 1 MB', '/api/echo', json, `"${'x'.repeat(1_048_577)}"`, 413, 'payload_too_large'],
    [
      'a form',
      '/api/echo',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'a=1',
      415,
      'unsupported_media_type',
    ],
    ['a stranger', '/api/mine', json, '{', 401, 'not_authenticated'],
    ['a wrong token', '/api/mine', { ...json, authorization: 'Bearer bad' }, '{}', 401, 'not_authenticated'],
    ['an expired token', '/api/mine', { ...json, authorization: 'Bearer old' }, '{}', 401, 'token_expired'],
  ])('refuses %s with its own error code', async (_name, url, headers, payload, status, code) => {
    await open();
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  });

  it.each([
    ['/api/fail', 500, 'internal_error'],
    ['/api/wrong-answer', 500, 'internal_error'],
    ['/api/refuse', 404, 'asset_unknown'],
    ['/api/down', 503, 'database_unavailable'],
    ['/api/full', 503, 'storage_full'],
    ['/api/forgotten', 401, 'not_authenticated'],
  ])('answers %s with status %i, an error code and no internal details', async (url, status, code) => {
    await open();
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
    expect(answer.body).not.toContain('secret');
    expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
  });

  it('passes the principal of a signed-in user to the handler', async () => {
    await open();
    const payload = { amount: 1, tags: [] };
    const answer = await app.inject({
      method: 'POST',
      url: '/api/mine',
      headers: { authorization: 'Bearer good' },
      payload,
    });
    expect(answer.json()).toEqual(PRINCIPAL);
  });

  it.each(['/api/fail', '/api/echo', '/api/nothing', '/api/%E0%A4%A', '/nothing'])(
    'sends all security headers with %s',
    async (url) => {
      await open();
      const { headers } = await app.inject({ url });
      expect(headers['content-security-policy']).toBe(
        "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;font-src 'self';connect-src 'self' ws://127.0.0.1:3000 ws://localhost:3000;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
      );
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['cache-control']).toBe(url.startsWith('/api') ? 'no-store' : undefined);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('allows pages to call a hosted auth service and no other service', async () => {
    await open({ alsoCalled: ['https://project.example'] });
    const { headers } = await app.inject({ url: '/api/nothing' });
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' ws://127.0.0.1:3000 ws://localhost:3000 https://project.example;",
    );
  });

  it('sends HSTS and wss behind TLS', async () => {
    await open({ site: createSite({ siteUrl: 'https://vigia.example', host: '0.0.0.0', port: () => 3000 }) });
    const { headers } = await app.inject({ url: '/api/nothing' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain('wss://vigia.example');
  });

  it.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])(
    'treats %s as a page of this site',
    async (origin) => {
      await open();
      const answer = await app.inject({
        method: 'POST',
        url: '/api/echo',
        headers: { origin },
        payload: { amount: 1, tags: [] },
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      const preflight = await app.inject({
        method: 'OPTIONS',
        url: '/api/echo',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.statusCode).toBe(204);
      expect(preflight.headers['access-control-allow-headers']).toContain('apikey');
    },
  );

  it.each(['https://evil.test', 'null', 'http://localhost:3001', 'http://127.0.0.1:3000.evil.test'])(
    'refuses requests from a page of %s and returns no data',
    async (origin) => {
      await open();
      const sent = await app.inject({
        method: 'POST',
        url: '/api/echo',
        headers: { origin },
        payload: { amount: 1, tags: [] },
      });
      expect([sent.statusCode, sent.json().error.code]).toEqual([403, 'forbidden']);
      const read = await app.inject({ url: '/api/long', headers: { origin } });
      const preflight = await app.inject({
        method: 'OPTIONS',
        url: '/api/echo',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      for (const answer of [sent, read, preflight]) {
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );

  it('writes the request id to the response and every log line, and the query string to none', async () => {
    await open();
    const answer = await app.inject({ url: '/api/fail?code=CANARY-1&anything=CANARY-2' });
    expect(answer.headers['x-request-id']).toMatch(/^0{8}-/);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) expect(JSON.parse(line).requestId).toBe(answer.headers['x-request-id']);
    expect(lines.join('')).not.toContain('CANARY');
  });

  it('writes the route of a secret address to the log, and not the secret', async () => {
    await open();
    expect((await app.inject({ url: '/api/at/CANARY-3' })).statusCode).toBe(200);
    expect(lines.join('')).toContain('/api/at/:secret');
    expect(lines.join('')).not.toContain('CANARY');
  });

  it('answers 429 to an IP address with too many requests, and has a far higher limit for loopback', async () => {
    await open({ rates: { ...DEFAULT_RATES, address: { burst: 3, windowMs: 3_000 } } });
    const from = (remoteAddress: string) => app.inject({ url: '/api/long', remoteAddress });
    for (let i = 0; i < 3; i += 1) expect((await from('192.0.2.7')).statusCode).toBe(200);
    const refused = await from('192.0.2.7');
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe('1');
    for (let i = 0; i < 5; i += 1) expect((await from('127.0.0.1')).statusCode).toBe(200);
  });

  it('counts a request by the cost of its route; a cost above the limit of the IP address counts as the limit', async () => {
    const clock = new ManualClock(0);
    await open({ clock, rates: { ...DEFAULT_RATES, address: { burst: 10, windowMs: 10_000 } } });
    const statuses = async (url: string, times: number) => {
      const answers: number[] = [];
      for (let n = 0; n < times; n += 1)
        answers.push((await app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode);
      return answers;
    };
    expect(await statuses('/api/costly?n=4', 3)).toEqual([200, 200, 429]);
    expect(await statuses('/api/long', 3)).toEqual([200, 200, 429]);
    clock.advance(10_000);
    expect(await statuses('/api/costly?n=1000', 2)).toEqual([200, 429]);
  });

  it.each([-300_000, 300_000, -3_600_000])('admits requests after the wall clock jumps by %d ms', async (jumpMs) => {
    const clock = new ManualClock(1_790_000_000_000);
    await open({ clock });
    for (const byMs of [0, jumpMs, -jumpMs]) {
      clock.jump(byMs);
      expect((await app.inject({ url: '/api/long', remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
    }
  });

  it('answers 429 to a user account with too many requests over all IP addresses', async () => {
    await open({ rates: { ...DEFAULT_RATES, account: { burst: 2, windowMs: 4_000 } } });
    const from = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/api/mine',
        headers: { authorization: 'Bearer good' },
        payload: { amount: 1, tags: [] },
        remoteAddress,
      });
    expect((await from('192.0.2.7')).statusCode).toBe(200);
    expect((await from('192.0.2.8')).statusCode).toBe(200);
    const refused = await from('192.0.2.9');
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe('2');
  });

  it.each([
    ['/api/readable', 200],
    ['/api/tradable', 403],
    ['/api/for-people', 403],
  ])('answers a bot token with the read scope on %s with status %i', async (url, status) => {
    await open();
    const answer = await app.inject({ url, headers: { authorization: 'Bearer bot' } });
    expect(answer.statusCode).toBe(status);
    if (status === 403) expect(answer.json().error.code).toBe('insufficient_scope');
  });

  it('admits 50 orders at once and 20 a second afterwards for a user account', async () => {
    const clock = new ManualClock(0);
    await open({ clock });
    const order = () =>
      app.inject({
        method: 'POST',
        url: '/api/mine',
        headers: { authorization: 'Bearer good' },
        payload: { amount: 1, tags: [] },
        remoteAddress: '192.0.2.7',
      });
    const statuses: number[] = [];
    for (let i = 0; i < 50; i += 1) statuses.push((await order()).statusCode);
    for (let i = 0; i < 300; i += 1) {
      clock.advance(50);
      statuses.push((await order()).statusCode);
    }
    expect(statuses.every((status) => status === 200)).toBe(true);
  });

  it('trusts X-Forwarded-For from loopback only if configured', async () => {
    const rates = { ...DEFAULT_RATES, address: { burst: 1, windowMs: 60_000 } };
    const options = { rates, trustProxy: 'loopback' } as const;
    await open(options);
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    await app.inject({ url: '/api/long', headers, remoteAddress: '127.0.0.1' });
    expect((await app.inject({ url: '/api/long', headers, remoteAddress: '127.0.0.1' })).statusCode).toBe(429);
    await app.close();
    await open({ ...options, trustProxy: false });
    await app.inject({ url: '/api/long', headers, remoteAddress: '127.0.0.1' });
    expect((await app.inject({ url: '/api/long', headers, remoteAddress: '127.0.0.1' })).statusCode).toBe(200);
  });

  it('limits the time for the headers of a request to ten seconds, and for the whole request to thirty seconds', async () => {
    const { server } = await open();
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
  });

  it.each([
    ['its headers', 'GET /api/long HTTP/1.1\r\nhost: x\r\nx-slow: '],
    ['its body', 'POST /api/echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'],
  ])('closes the connection of a client that never finishes %s', async (_part, text) => {
    await open({ timeouts: { headersMs: 20, requestMs: 40, checkMs: 5 } });
    const socket = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
    socket.write(text);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    await once(socket, 'close');
  });

  it.each(['br', 'gzip'])('compresses a long response with %s, and does not compress a short one', async (encoding) => {
    await open();
    const long = await app.inject({ url: '/api/long', headers: { 'accept-encoding': encoding } });
    expect(long.headers['content-encoding']).toBe(encoding);
    const short = await app.inject({ url: '/api/refuse', headers: { 'accept-encoding': encoding } });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  it('refuses the method TRACE', async () => {
    await open();
    const port = Number(new URL(await app.listen({ port: 0 })).port);
    const status = await new Promise((resolve) => {
      httpRequest({ port, method: 'TRACE', path: '/api/long' }, (answer) => resolve(answer.statusCode)).end();
    });
    expect(status).toBe(404);
  });
});
