import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { STREAM_CLOSE, STREAM_MAX_MESSAGE_BYTES, type StreamEvent } from '@vigia/contract';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { type App, createHttpApp } from '#platform/http/app.ts';
import type { Authenticator } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { createSite } from '#platform/http/site.ts';
import { ACCOUNT_CHANGED } from '../accounts/index.ts';
import { TICK } from '../market-data/index.ts';
import { MARKET_WITHOUT_PRICES, scriptedAsset, singleMarket } from '../market-data/testing.ts';
import { registerStreamRoutes } from './stream.routes.ts';
import { StreamGateway } from './stream-gateway.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
/** Number of frames that a client leaves unread: the frames of 40 s, which are 520 KB. */
const UNREAD = 400;
const ACCOUNT_ID = '00000000-0000-4000-8000-000000000001';

/** An authenticator that takes every token as the id of its user. */
const authenticator: Authenticator = {
  authenticate: async (token) => ({ userId: token, sessionId: token, isAnonymous: false, aal: 'aal1', scopes: null }),
};

describe('/api/v1/stream on loopback', () => {
  let app: App;
  let bus: Bus;
  let clock: ManualClock;
  let gateway: StreamGateway;
  let port: number;
  let latest: (symbol: string) => { price: number; timeMs: number } | null;
  const sockets: WebSocket[] = [];

  beforeEach(async () => {
    lines.length = 0;
    latest = () => null;
    clock = new ManualClock(1_772_409_600_000);
    bus = createInProcessBus(log);
    const site = createSite({ siteUrl: 'https://vigia.example', host: '127.0.0.1', port: () => port });
    app = await createHttpApp({
      log,
      ids: new CountingIds(),
      clock: new ManualClock(0),
      site,
      authenticator,
      trustProxy: false,
    });
    gateway = new StreamGateway({
      bus,
      clock,
      log,
      authenticator,
      newNotifications: { look: () => undefined },
      markets: singleMarket({
        source: 'simulated' as const,
        ...MARKET_WITHOUT_PRICES,
        asset: scriptedAsset,
        latest: (symbol: string) => latest(symbol),
        forming: () => null,
        status: () => ({ state: 'live' as const, staleSymbols: [], lastTickAgeMs: 0 }),
      }),
    });
    gateway.start();
    registerStreamRoutes(app, { gateway, site });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    gateway.stop();
    await app.close();
  });

  function dial(origin?: string): WebSocket {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/stream`, origin === undefined ? {} : { origin });
    sockets.push(socket);
    return socket;
  }

  async function connected(origin?: string): Promise<WebSocket> {
    const socket = dial(origin);
    await once(socket, 'open');
    return socket;
  }

  /** Sends a message and returns the next one received. */
  async function ask(socket: WebSocket, message: unknown): Promise<unknown> {
    const answer = once(socket, 'message');
    socket.send(JSON.stringify(message));
    const [data] = await answer;
    return JSON.parse(String(data));
  }

  const closeCode = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0];

  it.each(['https://evil.test', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
    'refuses a page from %s with 403 at the handshake',
    async (origin) => {
      const socket = dial(origin);
      socket.on('error', () => undefined);
      const [, response] = await once(socket, 'unexpected-response');
      expect(response.statusCode).toBe(403);
      expect(gateway.clientCount).toBe(0);
    },
  );

  it('accepts a page of each public host name of this installation, and programs that send no origin', async () => {
    const names = [
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}`,
      `http://[::1]:${port}`,
      'https://vigia.example',
    ];
    for (const origin of [...names, undefined]) {
      const socket = await connected(origin);
      expect(await ask(socket, { type: 'auth', access_token: 'ana' })).toMatchObject({ type: 'ready' });
    }
    expect(gateway.clientCount).toBe(5);
  });

  it('closes a socket with 4401 after 5 s without authentication', async () => {
    const socket = await connected();
    await expect.poll(() => gateway.clientCount).toBe(1);
    const closed = closeCode(socket);
    clock.advance(5_000);
    expect(await closed).toBe(STREAM_CLOSE.unauthenticated);
  });

  it('closes a socket that sends a frame larger than 16 KB', async () => {
    const socket = await connected();
    const closed = closeCode(socket);
    socket.send('x'.repeat(STREAM_MAX_MESSAGE_BYTES + 1));
    expect(await closed).toBe(1009);
    await expect.poll(() => gateway.clientCount).toBe(0);
    const line = lines.find((text) => text.includes('WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: pino.levels.values['debug'] });
    expect(lines.join('')).not.toContain('stack');
  });

  it('sends a balance only to its owner', async () => {
    const received = new Map<string, string[]>();
    for (const name of ['ana', 'luis']) {
      const socket = await connected();
      await ask(socket, { type: 'auth', access_token: name });
      const texts: string[] = [];
      received.set(name, texts);
      socket.on('message', (data) => texts.push(String(data)));
    }
    const account = { id: ACCOUNT_ID, broker: 'mock', kind: 'mock', currency: 'USD', balance: 1, held: 0 } as const;
    bus.publish(ACCOUNT_CHANGED, { userId: 'ana', account });
    bus.publish(ACCOUNT_CHANGED, { userId: 'luis', account: { ...account, balance: 2 } });
    const balances = (name: string) => (received.get(name) ?? []).filter((text) => text.includes('balance'));
    await expect.poll(() => balances('luis').length).toBe(1);
    await expect.poll(() => balances('ana').length).toBe(1);
    expect(balances('ana')[0]).toContain('"balance":1,');
    expect(balances('luis')[0]).toContain('"balance":2,');
  });

  it('sends prebuilt frames in order with frames of the ws library, and sends none after a close', async () => {
    const socket = await connected();
    await ask(socket, { type: 'auth', access_token: 'ana' });
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    socket.on('ping', () => heard.push('ping'));
    const closed = closeCode(socket);
    const account = { id: ACCOUNT_ID, broker: 'mock', kind: 'mock', currency: 'USD', held: 0 } as const;
    const publishBalance = (balance: number) =>
      bus.publish(ACCOUNT_CHANGED, { userId: 'ana', account: { ...account, balance } });
    for (let balance = 1; balance <= 1_000; balance += 1) publishBalance(balance);
    bus.publish(SESSION_ENDED, { sessionId: 'ana' });
    publishBalance(1_001);
    expect(await closed).toBe(STREAM_CLOSE.sessionEnded);
    const balances = heard.flatMap((text) => /"balance":(\d+)/.exec(text)?.[1] ?? []).map(Number);
    expect(balances).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
    expect(heard).toContain('ping');
  });

  it('writes nothing more to a client that has closed its side but keeps the connection open', async () => {
    const line = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const masked = (opcode: number, text: string) =>
      line.write(Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]));
    line.write(
      'GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    let heard = '';
    line.on('data', (data) => (heard += data.toString('latin1')));
    await expect.poll(() => heard).toContain('101');
    masked(0x1, JSON.stringify({ type: 'auth', access_token: 'ana' }));
    await expect.poll(() => heard).toContain('"type":"feed"');
    const ended = once(line, 'end');
    masked(0x8, '');
    await ended;
    expect(gateway.clientCount).toBe(1);
    const account = { id: ACCOUNT_ID, broker: 'mock', kind: 'mock', currency: 'USD', balance: 1, held: 0 } as const;
    bus.publish(ACCOUNT_CHANGED, { userId: 'ana', account });
    // A write to the half-closed connection would fail and close the other half too.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(gateway.clientCount).toBe(1);
    line.destroy();
    await expect.poll(() => gateway.clientCount).toBe(0);
  });

  it('sends the latest price and only few old prices to a client that has not read for a while', async () => {
    let now = { price: 0, timeMs: clock.now() };
    latest = () => now;
    const socket = await connected();
    await ask(socket, { type: 'auth', access_token: 'ana' });
    const symbols = Array.from({ length: 50 }, (_, n) => `ASSET${n}`);
    const prices: number[] = [];
    socket.on('message', (data) => {
      const event: StreamEvent = JSON.parse(String(data));
      if (event.type === 'ticks') prices.push(event.ticks[0]?.[2] ?? 0);
    });
    socket.send(JSON.stringify({ type: 'watch', symbols, candles: [] }));
    const move = async () => {
      now = { price: now.price + 1, timeMs: clock.now() };
      for (const symbol of symbols) bus.publish(TICK, { source: 'simulated', symbol, ...now, backfilled: false });
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    };
    await expect.poll(async () => (await move(), prices.length)).toBeGreaterThan(0);
    socket.pause();
    const [seen, atPause] = [prices.length, now.price];
    for (let n = 0; n < UNREAD; n += 1) await move();
    socket.resume();
    await expect.poll(async () => (await move(), prices.at(-1))).toBeGreaterThan(atPause + UNREAD);
    const late = prices.slice(seen).filter((price) => price < atPause + UNREAD);
    // About 200 KB were in transit, in frames of more than a kilobyte.
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(UNREAD / 2);
  });

  it('closes all sockets at once with 1012 when it stops', async () => {
    const socket = await connected();
    await ask(socket, { type: 'auth', access_token: 'ana' });
    const closed = closeCode(socket);
    gateway.stop();
    expect(await closed).toBe(STREAM_CLOSE.comeBack);
    expect(await closeCode(dial())).toBe(STREAM_CLOSE.comeBack);
  });
});
