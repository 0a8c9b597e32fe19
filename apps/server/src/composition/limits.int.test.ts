import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { newPerson, type TestPerson } from './testing-person.ts';
import { RouteList, routeName, routePath, sendRawRequest } from './testing-wire.ts';

const MEGABYTE = 1_048_576;
const FRAME_BYTES = 10 * MEGABYTE;
/** The routes that accept larger bodies, which are files and not JSON. Their own tests check their limits. */
const TAKES_FILES: readonly string[] = ['POST /api/v1/backtests/data', 'POST /api/v1/price-files'];

/** The route whose body is any text by the user's pattern. Its own test checks repeated keys. */
const TAKES_TEXT = 'POST /api/v1/hooks/:secret';

const routes = new RouteList();
let database: TestDatabase;
let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl, onRoute: routes.onRoute });
  person = await newPerson(app);
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

const headers = () => ({
  apikey: embeddedAuth(app).publishableKey,
  authorization: `Bearer ${person.access}`,
  'content-type': 'application/json',
  'x-supabase-api-version': '2024-01-01',
});
/** Returns JSON with exactly `bytes` bytes. */
const bodyOf = (bytes: number): string => `{"note":"${'x'.repeat(bytes - '{"note":""}'.length)}"}`;
const Refusal = z.union([
  z.object({ error: z.looseObject({ code: z.string() }) }).transform(({ error }) => error.code),
  z.looseObject({ code: z.string() }).transform(({ code }) => code),
]);

describe('a body over 1 MB', () => {
  it('is refused with 413 at every route, in the response format of that route', async () => {
    const taken: string[] = [];
    for (const route of routes.writing().filter((one) => !TAKES_FILES.includes(routeName(one)))) {
      const answer = await sendRawRequest(app.url, {
        ...route,
        path: routePath(route),
        headers: headers(),
        body: bodyOf(MEGABYTE + 1),
      });
      const code = answer.status === 413 ? Refusal.parse(JSON.parse(answer.text)) : answer.text;
      const wanted = route.url.startsWith('/auth/') ? 'request_entity_too_large' : 'payload_too_large';
      if (code !== wanted) taken.push(`${routeName(route)} → ${answer.status} ${code}`);
    }
    expect(routes.writing().length).toBeGreaterThan(20);
    expect(taken).toEqual([]);
  });

  it('is refused even if it exceeds the limit by one byte, while a body of exactly 1 MB is accepted', async () => {
    const answer = await sendRawRequest(app.url, {
      method: 'PATCH',
      path: `/rest/v1/users?id=eq.${person.principal.userId}`,
      headers: headers(),
      body: bodyOf(MEGABYTE),
    });
    expect([answer.status, Refusal.parse(JSON.parse(answer.text))]).toEqual([400, 'PGRST204']);
  });

  it('is refused before it arrives if its declared size is too large, otherwise soon after it exceeds the limit', async () => {
    const lead = `POST /auth/v1/signup HTTP/1.1\r\nhost: x\r\napikey: ${headers().apikey}\r\ncontent-type: application/json\r\n`;
    expect(await statusOf(`${lead}content-length: 1000000000\r\n\r\n`)).toBe(413);
    const chunk = 'x'.repeat(MEGABYTE / 4);
    const chunks = Array.from({ length: 5 }, () => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    expect(await statusOf(`${lead}transfer-encoding: chunked\r\n\r\n${chunks}`)).toBe(413);
  });
});

describe('a body whose object repeats a key', () => {
  const codeOfRepeat = (url: string) =>
    url.startsWith('/auth/') ? 'bad_json' : url.startsWith('/rest/') ? 'PGRST102' : 'duplicate_json_key';

  it.each(['{"amount":1,"amount":9}', '{"amount":1,"amoun\\u0074":9}', '[{"data":{"a":1,"a":1}}]'])(
    'is refused with 400 at every route, in the response format of that route: %s',
    async (body) => {
      const taken: string[] = [];
      for (const route of routes.writing().filter((one) => ![...TAKES_FILES, TAKES_TEXT].includes(routeName(one)))) {
        const answer = await sendRawRequest(app.url, { ...route, path: routePath(route), headers: headers(), body });
        const code = Refusal.parse(JSON.parse(answer.text));
        const isRefused = answer.status === 400 && code === codeOfRepeat(route.url);
        if (!isRefused) taken.push(`${routeName(route)} → ${answer.status} ${code}`);
      }
      expect(taken).toEqual([]);
    },
  );

  it('is refused even if the key is __proto__', async () => {
    for (const path of ['/api/v1/trading/create-option', '/auth/v1/signup']) {
      const body = '{"__proto__":{"a":1},"__proto__":{"b":1}}';
      const answer = await sendRawRequest(app.url, { method: 'POST', path, headers: headers(), body });
      expect([answer.status, Refusal.parse(JSON.parse(answer.text))]).toEqual([400, 'bad_json']);
    }
  });
});

/** Returns the status of the response to a raw request, which may be incomplete. */
async function statusOf(text: string): Promise<number> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
}

/** Returns the whole response to a raw request after which the server closes the connection. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('an HTTP request', () => {
  it('is refused if it has more than 16 KB of headers', async () => {
    const ask = (length: number) => `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(length)}\r\n\r\n`;
    expect(await statusOf(ask(20_000))).toBe(431);
    expect(await statusOf(ask(10_000))).toBe(200);
  });

  it.each([
    ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
    ['a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'x-a: b\r\n c: d\r\n\r\n'],
    ['a bare line feed', 'x-a: b\nx-c: d\r\n\r\n'],
  ])('is refused if it has %s, because two programs may interpret it differently', async (_what, rest) => {
    expect(await statusOf(`POST /auth/v1/signup HTTP/1.1\r\nhost: x\r\n${rest}`)).toBe(400);
  });

  it('is refused if it names two hosts', async () => {
    const ask = (hosts: string) => answerTo(`GET /health HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
    expect(await ask('host: x\r\nHost: y\r\n')).toMatch(/^HTTP\/1\.1 400 .*"host_header_repeated"/s);
    expect(await ask('Host: x\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is refused if it requests an upgrade at any route except the stream', async () => {
    const upgrade = (path: string) =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`;
    const plain = routes.all().filter(({ method, url }) => method === 'GET' && url !== '/api/v1/stream');
    for (const path of [...plain.map((route) => routePath(route)), '/nothing', '/api/nothing']) {
      expect([path, await answerTo(upgrade(path))]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 400 /)]);
    }
    expect(await answerTo(upgrade('/health'))).toContain('"upgrade_refused"');
    expect(await statusOf(upgrade('/api/v1/stream'))).toBe(101);
  });

  it('is refused if it contains more user metadata than an access token can contain', async () => {
    const put = (note: string) =>
      sendRawRequest(app.url, {
        method: 'PUT',
        path: '/auth/v1/user',
        headers: headers(),
        body: JSON.stringify({ data: { note } }),
      });
    expect((await put('x'.repeat(4_000))).status).toBe(200);
    const refused = await put('x'.repeat(4_200));
    expect([refused.status, Refusal.parse(JSON.parse(refused.text))]).toEqual([400, 'validation_failed']);
    await put('');
  });
});

describe('a socket of the stream', () => {
  const streamUrl = () => `${app.url.replace('http', 'ws')}/api/v1/stream`;

  it('is closed after a frame of 10 MB, and this frame is not read', async () => {
    const socket = new WebSocket(streamUrl());
    await once(socket, 'open');
    socket.on('error', () => undefined);
    socket.send('x'.repeat(FRAME_BYTES));
    const [code] = await once(socket, 'close');
    expect([1006, 1009]).toContain(code);
  });

  it('is refused with 403 at the handshake if it comes from a page of another site', async () => {
    const socket = new WebSocket(streamUrl(), { origin: 'https://evil.test' });
    socket.on('error', () => undefined);
    const [, answer] = await once(socket, 'unexpected-response');
    expect(answer.statusCode).toBe(403);
  });

  it('ignores a token in its address, its headers or its protocol', async () => {
    const { access } = person;
    const dials = [
      () => new WebSocket(`${streamUrl()}?access_token=${access}&token=${access}&apikey=${access}&ticket=${access}`),
      () =>
        new WebSocket(streamUrl(), {
          headers: { authorization: `Bearer ${access}`, cookie: `access_token=${access}` },
        }),
      () => new WebSocket(streamUrl(), [access]),
    ];
    for (const dial of dials) {
      const socket = dial();
      await once(socket, 'open');
      const closed = once(socket, 'close');
      socket.send(JSON.stringify({ type: 'ping' }));
      expect((await closed)[0]).toBe(4401);
    }
  });
});
