import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, expect, it } from 'vitest';
import { checkedLookup } from './checked-lookup.ts';
import { type PostFailure, post } from './post.ts';
import { createResolver } from './resolve-name.ts';

const ANSWER_MAX_BYTES = 64 * 1024;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server is not listening');
  return address.port;
}
const http = async (answer: RequestListener) => `http://127.0.0.1:${await listen(createServer(answer))}/`;
/** Returns the URL of a server that answers each connection with these bytes. */
const raw = async (answer: (socket: Socket) => unknown) =>
  `http://127.0.0.1:${await listen(createTcpServer((socket) => socket.once('data', () => answer(socket))))}/`;

const anyAddress = checkedLookup(() => true, createResolver());
const send = (url: string, { timeoutMs = 5_000, lookup = anyAddress, body = '{"a":1}' } = {}) =>
  post(url, {
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    body,
    lookup,
    timeoutMs,
    answerMaxBytes: ANSWER_MAX_BYTES,
  });

it('a request carries its body, and the result has the status and the text of the response', async () => {
  const got: string[] = [];
  const url = await http((request, response) => {
    request.on('data', (piece) => got.push(String(piece)));
    request.on('end', () => response.writeHead(429, { 'retry-after': '7' }).end('busy'));
  });
  expect(await send(url)).toEqual({ kind: 'answered', status: 429, retryAfter: '7', text: 'busy' });
  expect(got.join('')).toBe('{"a":1}');
});

it('a redirect is a response, and is not followed', async () => {
  let asked = 0;
  const inside = await http((_request, response) => {
    asked += 1;
    response.end();
  });
  const url = await http((_request, response) => response.writeHead(307, { location: inside }).end());
  expect(await send(url)).toMatchObject({ kind: 'answered', status: 307 });
  expect(asked).toBe(0);
});

it('a response without end is read up to its limit', async () => {
  const url = await http((_request, response) => {
    response.writeHead(200);
    const piece = 'x'.repeat(16 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', more);
    };
    more();
  });
  const result = await send(url, { timeoutMs: 600_000 });
  expect(result).toMatchObject({ kind: 'answered', status: 200 });
  expect(result.kind === 'answered' && result.text.length).toBe(ANSWER_MAX_BYTES);
});

it('a response whose body breaks off or never comes counts by its status', async () => {
  const half = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'));
  expect(await send(half)).toMatchObject({ kind: 'answered', status: 200, text: 'half' });
  const silent = await raw((socket) => socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 100\r\n\r\n'));
  expect(await send(silent, { timeoutMs: 200 })).toMatchObject({ kind: 'answered', status: 202 });
});

it.each<[PostFailure, (socket: Socket) => unknown]>([
  ['timeout', (socket) => socket.write('HTTP/1.1 200')],
  ['closed', (socket) => socket.destroy()],
  ['not_http', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  ['not_http', (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)],
  ['closed', (socket) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')],
])('a request to a server that does not answer fails with %s', async (failure, answer) => {
  expect(await send(await raw(answer), { timeoutMs: 300 })).toEqual({ kind: 'failed', failure });
});

it('a request to a server without a valid certificate fails', async () => {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }]);
  const port = await listen(
    createTlsServer({ key: pems.private, cert: pems.cert }, (_request, response) => response.end()),
  );
  expect(await send(`https://127.0.0.1:${port}/`)).toEqual({ kind: 'failed', failure: 'certificate' });
});

it('requests to a port without a server and to a name without an address fail', async () => {
  const url = await http((_request, response) => response.end());
  for (const stop of stops.splice(0)) await stop();
  expect(await send(url)).toEqual({ kind: 'failed', failure: 'unreachable' });
  const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  const lookup = checkedLookup(
    () => true,
    (_name, _options, found) => found(unknown, []),
  );
  expect(await send('http://hooks.example.com/', { lookup })).toEqual({ kind: 'failed', failure: 'name_unknown' });
});

it('a name is resolved once, and the connection goes to the address that was checked', async () => {
  let asked = 0;
  const url = await http((_request, response) => {
    asked += 1;
    response.end();
  });
  const named = url.replace('127.0.0.1', 'hooks.example.com');
  const answers = ['127.0.0.1', '127.0.0.2'];
  /** A name server that answers an allowed address first and another one afterwards. */
  const rebinding = checkedLookup(
    (address) => address === '127.0.0.1',
    (_name, _options, found) => found(null, [{ address: answers.shift() ?? '', family: 4 }]),
  );
  expect(await send(named, { lookup: rebinding })).toMatchObject({ kind: 'answered' });
  expect([answers.length, asked]).toEqual([1, 1]);
  expect(await send(named, { lookup: rebinding })).toEqual({ kind: 'failed', failure: 'address_not_allowed' });
  expect([answers.length, asked]).toEqual([0, 1]);
});
