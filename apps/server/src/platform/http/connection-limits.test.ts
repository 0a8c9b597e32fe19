import { EventEmitter, once } from 'node:events';
import { connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { type App, createHttpApp } from './app.ts';
import { limitPerAddress } from './connection-limits.ts';
import { createSite } from './site.ts';

let app: App | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

/** Opens a server with a route that answers only when the test allows it. */
async function open() {
  const clock = new ManualClock(0);
  app = await createHttpApp({
    log: createLogger('silent'),
    ids: new CountingIds(),
    clock,
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
    authenticator: { authenticate: async () => 'not_authenticated' },
    trustProxy: false,
  });
  let begun = 0;
  let answer = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  app.get('/slow', async () => {
    begun += 1;
    await waiting;
    return 'done';
  });
  app.get('/streamed', (_request, reply) => {
    const body = new Readable({ read: () => undefined });
    body.push('first');
    void waiting.then(() => body.push(null));
    return reply.send(body);
  });
  const sockets: string[] = [];
  app.get('/socket', { websocket: true }, () => void sockets.push('open'));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const client = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  return { client, clock, answer, begun: () => begun, sockets };
}

/** First byte of the frame that closes a web socket (RFC 6455, section 5.2). */
const CLOSING_FRAME = '\x88';

const connections = () =>
  new Promise<number>((resolve) => app?.server.getConnections((_error, count) => resolve(count)));

const pipelined = (count: number) => 'GET /slow HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(count);

describe('a connection', () => {
  it('is closed at the end of its response, if this response began before a stop', async () => {
    const { client, answer } = await open();
    const socket = await client();
    const closed = once(socket, 'close');
    socket.write('GET /streamed HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await once(socket, 'data');
    const stopped = app?.close();
    await expect.poll(() => app?.server.listening).toBe(false);
    answer();
    await Promise.all([closed, stopped]);
    expect(socket.destroyed).toBe(true);
  });

  it('is closed by a stop if it has not sent a request', async () => {
    const { client } = await open();
    const socket = await client();
    const closed = once(socket, 'close');
    await expect.poll(() => connections()).toBe(1);
    await Promise.all([app?.close(), closed]);
    expect(socket.destroyed).toBe(true);
  });

  it('is closed thirty seconds after a stop if its request never ends', async () => {
    const { client, clock } = await open();
    const socket = await client();
    const closed = once(socket, 'close');
    socket.write('POST /slow HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{');
    await expect.poll(() => connections()).toBe(1);
    await once(socket, 'data');
    const stopped = app?.close();
    await expect.poll(() => app?.server.listening).toBe(false);
    clock.advance(29_999);
    expect(socket.destroyed).toBe(false);
    clock.advance(1);
    await Promise.all([closed, stopped]);
  });

  it('with a web socket gets a closing frame at a stop', async () => {
    const { client, sockets } = await open();
    const socket = await client();
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.write(
      'GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await expect.poll(() => sockets).toHaveLength(1);
    const stopped = app?.close();
    await expect.poll(() => text).toContain(CLOSING_FRAME);
    socket.destroy();
    await stopped;
  });

  it('gets all responses to sixteen pipelined requests', async () => {
    const { client, answer, begun } = await open();
    const socket = await client();
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write(pipelined(16));
    await expect.poll(begun).toBe(16);
    answer();
    await expect.poll(() => text.match(/HTTP\/1\.1 200/g)?.length).toBe(16);
    socket.write(pipelined(16));
    await expect.poll(() => text.match(/HTTP\/1\.1 200/g)?.length).toBe(32);
    socket.destroy();
  });

  it('is closed if it sends more than sixteen pipelined requests, and other connections continue', async () => {
    const { client, answer, begun } = await open();
    const [flooding, calm] = [await client(), await client()];
    const closed = once(flooding, 'close');
    flooding.write(pipelined(400));
    await closed;
    expect(begun()).toBe(16);
    calm.write(pipelined(1));
    answer();
    const [text] = await once(calm, 'data');
    expect(String(text)).toContain('200 OK');
    calm.destroy();
  });
});

describe('an IP address', () => {
  /** A socket that the system accepted from a given address. */
  class From extends Socket {
    override readonly remoteAddress: string;

    constructor(ip: string) {
      super();
      this.remoteAddress = ip;
    }
  }

  it('gets no connection above its limit until one is closed, while other addresses still get connections', async () => {
    const server = new EventEmitter();
    limitPerAddress(server, 2);
    const accept = (ip: string): Socket => {
      const socket = new From(ip);
      server.emit('connection', socket);
      return socket;
    };
    const [first, second, third] = [accept('192.0.2.7'), accept('192.0.2.7'), accept('192.0.2.7')];
    expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
    expect(accept('192.0.2.8').destroyed).toBe(false);
    await once(third, 'close');
    first.destroy();
    await once(first, 'close');
    expect([accept('192.0.2.7').destroyed, accept('192.0.2.7').destroyed]).toEqual([false, true]);
    expect(Array.from({ length: 5 }, () => accept('127.0.0.1').destroyed)).not.toContain(true);
  });
});
