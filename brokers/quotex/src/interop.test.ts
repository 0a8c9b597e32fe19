import { createServer, type Server as HttpServer } from 'node:http';
import { createRequire } from 'node:module';
import type { BrokerContract, BrokerListener, BrokerState, FeedTick } from '@vigia/broker-kit/port';
import { durationMs, epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, ManualClock, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, describe, expect, it } from 'vitest';
import { quotexBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

/** The part of socket.io-client 2 that the tests use. The package has no types. */
type Client = {
  on(event: string, listener: (payload: unknown) => void): void;
  emit(event: string, ...args: readonly unknown[]): void;
  close(): void;
  readonly io: { readonly engine: { ping(): void } };
};
/** The part of the servers of socket.io 2 and 4 that the tests use. */
type ServerSocket = {
  on(event: string, listener: (...args: readonly never[]) => void): unknown;
  emit(event: string, ...args: readonly unknown[]): unknown;
  disconnect(): unknown;
  use(listener: (packet: readonly unknown[], next: () => void) => void): unknown;
  readonly conn: { on(event: 'packet', listener: (packet: { readonly type: string }) => void): unknown };
};
type SocketServer = {
  on(event: 'connection', listener: (socket: ServerSocket) => void): unknown;
  close(done: () => void): unknown;
};
const require = createRequire(import.meta.url);
const startTwo: (http: HttpServer, options: object) => SocketServer = require('socket.io-2');
const { Server: Four }: { Server: new (http: HttpServer, options: object) => SocketServer } = require('socket.io');
const SERVERS = {
  'socket.io 2': (http: HttpServer) => startTwo(http, { transports: ['websocket'] }),
  'socket.io 4': (http: HttpServer) => new Four(http, { allowEIO3: true, transports: ['websocket'] }),
};
const connect: (url: string, options: object) => Client = require('socket.io-client');

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const USER_AGENT = 'Mozilla/5.0 (test)';
const ROW = [66, 'EURUSD_otc', 'EUR/USD (OTC)', 'currency', 5, 87, 60, 30, 3, 1, 0, 0, [], null, true, [{ time: 60 }]];

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Returns a promise with its resolve function, with which a test waits for one event and its value. */
function awaited<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function opened(ws: string, token = 'a-token') {
  const drive = new ClockDriver(START_MS);
  const ticks: FeedTick[] = [];
  const contracts: BrokerContract[] = [];
  const states: BrokerState[] = [];
  const listener: BrokerListener = {
    onState: (state) => void states.push(state),
    onAccounts: () => undefined,
    onAssets: () => undefined,
    onTick: (tick) => void ticks.push(tick),
    onContract: (contract) => void contracts.push(contract),
    onResumable: () => undefined,
  };
  const session = quotexBroker.open(
    { kind: 'browser_session', token, cookies: null, userAgent: USER_AGENT },
    null,
    listener,
    {
      clock: drive.clock,
      rng: new SeededRng(1),
      ids: new CountingIds(),
      log: () => undefined,
      origins: { web: ws.replace('ws:', 'http:'), ws },
    },
  );
  ends.push(() => session.close('keep'));
  return { drive, session, ticks, contracts, states };
}

const ORDER = {
  orderId: 'o-1',
  accountId: '7-demo',
  symbol: 'EURUSD-OTC',
  direction: 'PUT',
  stakeMinor: minorUnits(1_250),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(START_MS + 60_000),
} as const;

describe.each(Object.entries(SERVERS))('the Quotex adapter, connected to a server of %s,', (_name, start) => {
  it('authorizes, reads binary events, keeps the connection open with pings, and places an order', async () => {
    const { ws, orders, pings, names } = await startSocketIoServer(start);
    const { drive, session, ticks } = opened(ws);
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    expect(session.accounts()).toEqual([
      { accountId: '7-demo', kind: 'demo', currency: 'EUR', balanceMinor: 1_000_050 },
      { accountId: '7-live', kind: 'real', currency: 'EUR', balanceMinor: 0 },
    ]);
    session.watch('EURUSD-OTC');
    await drive.until('a tick', () => ticks.length > 0);
    expect(ticks.at(0)).toMatchObject({ symbol: 'EURUSD-OTC', price: 1.08432 });
    expect(await drive.settled('a reply', session.place(ORDER))).toMatchObject({
      outcome: 'accepted',
      contract: { contractId: 'c-1', orderId: 'o-1', stakeMinor: 1_250, direction: 'PUT' },
    });
    expect(orders).toMatchObject([{ asset: 'EURUSD_otc', amount: 12.5, action: 'put', optionType: 100, time: 60 }]);
    expect(names.slice(-3)).toEqual(['tick', 'instruments/follow', 'orders/open']);
    await drive.advance(11_000);
    await drive.until('the round trip', () => session.time().roundTripMs !== null);
    expect(pings.count).toBeGreaterThan(0);
    expect(session.state()).toEqual({ status: 'connected' });
  });

  it('sends an order with an aligned expiry if the asset is not OTC', async () => {
    const { ws, orders } = await startSocketIoServer(start);
    const { drive, session } = opened(ws);
    await drive.settled('connect', session.connect());
    await drive.settled('a reply', session.place({ ...ORDER, symbol: 'EURUSD' }));
    const time = Date.UTC(2026, 10, 24, 9, 13) / 1_000;
    expect(orders).toMatchObject([{ asset: 'EURUSD', optionType: 1, time }]);
  });

  it('settles an order that the server closed, reconnects after a disconnect, and sends no order twice', async () => {
    const { ws, orders, sockets } = await startSocketIoServer(start);
    const { drive, session, contracts, states } = opened(ws);
    await drive.settled('connect', session.connect());
    await drive.settled('a reply', session.place(ORDER));
    const ended = { id: 'c-1', profit: 10.88, closePrice: 1.0843, closeTimestamp: START_MS / 1_000 + 60 };
    sockets[0]?.emit('s_orders/close', binary({ profit: 10.88, deals: [ended] }));
    await drive.until('the end', () => contracts.some(({ result }) => result !== null));
    expect(contracts.at(-1)).toMatchObject({ orderId: 'o-1', result: { outcome: 'won', profitMinor: 1_088 } });
    sockets[0]?.disconnect();
    await drive.until('the reconnect', () => sockets.length === 2 && session.state().status === 'connected');
    expect(states.map(({ status }) => status)).toEqual(['connecting', 'connected', 'connecting', 'connected']);
    expect(orders).toHaveLength(1);
  });

  it('fails as expired if the server rejects the session', async () => {
    const { ws } = await startSocketIoServer(start);
    const { drive, session } = opened(ws, 'another-token');
    expect(await drive.settled('connect', session.connect())).toMatchObject({
      ok: false,
      error: { kind: 'session_expired' },
    });
  });
});

describe('the Quotex simulator, with socket.io-client 2 as its client,', () => {
  it('authorizes the client, sends only binary events that the client can decode, and settles its order', async () => {
    const clock = new ManualClock(START_MS);
    const simulator = await startSimulator(clock, 1);
    ends.push(() => simulator.stop());
    const web = simulator.origins['web'] ?? expect.fail('no web origin');
    const socket = connect(web, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      // From Node 22 on, the client would use the global WebSocket, which sends no headers.
      forceNode: true,
      extraHeaders: { 'User-Agent': USER_AGENT, Origin: web },
    });
    ends.push(() => socket.close());
    const authorized = awaited<null>();
    const instruments = awaited<unknown>();
    const acknowledged = awaited<unknown>();
    const balance = awaited<unknown>();
    const closed = awaited<unknown>();
    const pong = awaited<null>();
    socket.on('connect', () =>
      socket.emit('authorization', { session: 'navegador-ana@example.com', isDemo: 1, tournamentId: 0 }),
    );
    socket.on('s_authorization', () => authorized.resolve(null));
    socket.on('instruments/list', (payload: unknown) => instruments.resolve(decoded(payload)));
    socket.on('s_orders/open', (payload: unknown) => acknowledged.resolve(decoded(payload)));
    socket.on('s_orders/close', (payload: unknown) => closed.resolve(decoded(payload)));
    socket.on('pong', () => pong.resolve(null));
    await authorized.promise;
    socket.emit('instruments/get');
    socket.emit('instruments/follow', 'EURUSD_otc');
    expect(await instruments.promise).toContainEqual(expect.arrayContaining(['EURUSD_otc', 'currency']));
    socket.emit('orders/open', {
      asset: 'EURUSD_otc',
      amount: 5,
      time: 15,
      action: 'call',
      isDemo: 1,
      tournamentId: 0,
      requestId: 1_763_670_000,
      optionType: 100,
    });
    socket.on('s_balance/list', (payload: unknown) => balance.resolve(decoded(payload)));
    expect(await acknowledged.promise).toMatchObject({
      requestId: 1_763_670_000,
      asset: 'EURUSD_otc',
      amount: 5,
      command: 0,
    });
    expect(simulator.book.contracts()).toMatchObject([{ symbol: 'EURUSD-OTC', stakeMinor: 500 }]);
    expect(await balance.promise).toMatchObject({ demoBalance: 9_995 });
    clock.advance(durationMs(16_000));
    expect(await closed.promise).toMatchObject({ deals: [{ requestId: 1_763_670_000 }] });
    socket.io.engine.ping();
    await pong.promise;
  });
});

const binary = (payload: unknown): Buffer => Buffer.from(JSON.stringify(payload));

/** A Quotex server built on an npm package of socket.io, with only the events that the tests need. */
async function startSocketIoServer(start: (http: HttpServer) => SocketServer) {
  const http = createServer((_request, response) => response.writeHead(404).end());
  const server = start(http);
  const orders: unknown[] = [];
  const sockets: ServerSocket[] = [];
  const pings = { count: 0 };
  const names: unknown[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.conn.on('packet', ({ type }) => {
      if (type === 'ping') pings.count += 1;
    });
    socket.use(([name], next) => {
      names.push(name);
      next();
    });
    const send = (name: string, payload: unknown) => socket.emit(name, binary(payload));
    socket.on('authorization', ({ session }: { session: string }) => {
      socket.emit(session === 'a-token' ? 's_authorization' : 'authorization/reject');
      send('settings/list', { id: 7, currencyCode: 'EUR', demoBalance: 10_000.5, liveBalance: '0' });
    });
    socket.on('instruments/get', () => send('instruments/list', [ROW, ROW.with(1, 'EURUSD')]));
    socket.on('depth/follow', (asset: string) => send('quotes/stream', [[asset, START_MS / 1000, 1.08432, 1]]));
    socket.on('orders/open', (order: Readonly<Record<string, unknown>>) => {
      orders.push(order);
      const { asset, amount, isDemo, requestId } = order;
      const times = { openTimestamp: START_MS / 1000, closeTimestamp: START_MS / 1000 + 60 };
      send('s_orders/open', { id: 'c-1', requestId, asset, amount, isDemo, command: 1, percentProfit: 87, ...times });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = http.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return { ws: `ws://127.0.0.1:${address.port}`, orders, sockets, pings, names };
}

const decoded = (payload: unknown): unknown => JSON.parse(Buffer.isBuffer(payload) ? payload.toString('utf8') : '');
