import type { AccountView, NotificationView, PcrSignalView, StrategySignalView } from '@vigia/contract';
import { STREAM_CLOSE, StreamEvent } from '@vigia/contract';
import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import type { AuthenticationFailure, Principal } from '#platform/http/principal.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import { ACCOUNT_CHANGED } from '../accounts/index.ts';
import { CANDLE_CLOSED, FEED_CHANGED, TICK } from '../market-data/index.ts';
import { MARKET_WITHOUT_PRICES, scriptedAsset, singleMarket } from '../market-data/testing.ts';
import { NOTIFICATION_CREATED, NOTIFICATIONS_READ } from '../notifications/index.ts';
import { SIGNAL_CHANGED, USERS_WATCHING } from '../pcr/index.ts';
import { SIGNAL_DECIDED } from '../signals/index.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../strategies/index.ts';
import { AUTOMATION_CHANGED } from '../trading/index.ts';
import type { StreamClient } from './stream-client.ts';
import { StreamGateway } from './stream-gateway.ts';
import type { StreamSocket } from './stream-socket.ts';
import { decodeFrames } from './testing.ts';
import { textFrames } from './text-frames.ts';

const START_MS = 1_772_409_600_000;

class FakeSocket implements StreamSocket {
  bufferedAmount = 0;
  readonly sent: string[] = [];
  writes = 0;
  pings = 0;
  closedWith: number | null = null;
  isTerminated = false;

  write(frames: Buffer): void {
    this.writes += 1;
    this.sent.push(...decodeFrames(frames));
  }

  ping(): void {
    this.pings += 1;
  }

  close(code: number): void {
    this.closedWith = code;
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** Returns the events since the last call, after validating them with the API schema. */
  take(): StreamEvent[] {
    return this.sent.splice(0).map((text) => StreamEvent.parse(JSON.parse(text)));
  }
}

const account = (id: string): AccountView => ({
  id,
  broker: 'mock',
  kind: 'mock',
  currency: 'USD',
  balance: 10_000,
  held: 0,
});

const signal: PcrSignalView = {
  id: '00000000-0000-4000-8000-000000000002',
  asset: 'EURUSD',
  timeframe: '5m',
  source: 'simulated',
  direction: 'CALL',
  setup_id: '00000000-0000-4000-8000-000000000003',
  setup_name: 'Demo',
  sequence_id: 's',
  entry_point: 'zona_fina',
  entry_price: 1.1,
  current_price: null,
  entry_time: '2026-03-02T00:00:00.000Z',
  timestamp: '2026-03-02T00:00:00.000Z',
  expiration_time: '2026-03-02T00:05:00.000Z',
  expiry: 5,
  expiry_seconds: null,
  expiry_ticks: null,
  pattern: 'normal',
  sequence: { color: 'red', length: 5, start_time: '2026-11-21T13:30:00.000Z', end_time: '2026-11-21T13:55:00.000Z' },
  zone: { kind: 'demand', zona_fina: { low: 1.084, high: 1.0842 }, zona_ancha: { low: 1.084, high: 1.085 } },
  filter_results: [],
  criteria: [],
  confidence: 0.5,
  break_even: null,
  status: 'pending',
  settle_price: null,
  seq: 1,
  hash: 'h',
  trade_id: null,
  decision: null,
};

describe('StreamGateway', () => {
  let clock: ManualClock;
  let bus: Bus;
  let gateway: StreamGateway;
  let serialized: number;
  /** Number of active subscriptions by user. */
  const followed = new Map<string, number>();
  let reconnect: () => void;
  const prices = new Map<string, { price: number; timeMs: number }>();
  /** The users whose new notifications the gateway asked for. */
  let looked: string[];
  const sessions = new Map<string, Principal | AuthenticationFailure | Error>();
  /** Promise for which token checks wait. */
  let gate: Promise<void>;

  beforeEach(() => {
    clock = new ManualClock(START_MS);
    followed.clear();
    bus = {
      ...createInProcessBus(pino({ enabled: false })),
      receiveUser(userId) {
        followed.set(userId, (followed.get(userId) ?? 0) + 1);
        return () => void followed.set(userId, (followed.get(userId) ?? 0) - 1);
      },
      onReconnected(handler) {
        reconnect = handler;
        return () => undefined;
      },
    };
    prices.clear();
    looked = [];
    sessions.clear();
    gate = Promise.resolve();
    serialized = 0;
    for (const name of ['ana', 'luis']) {
      sessions.set(name, { userId: name, sessionId: `session-${name}`, isAnonymous: false, aal: 'aal1', scopes: null });
    }
    gateway = new StreamGateway({
      bus,
      clock,
      log: pino({ enabled: false }),
      authenticator: {
        async authenticate(token) {
          await gate;
          const outcome = sessions.get(token) ?? 'not_authenticated';
          if (outcome instanceof Error) throw outcome;
          return outcome;
        },
      },
      newNotifications: { look: (userId) => looked.push(userId) },
      markets: singleMarket({
        source: 'simulated' as const,
        ...MARKET_WITHOUT_PRICES,
        asset: (symbol: string) => (symbol === 'NOSUCH' ? undefined : scriptedAsset(symbol)),
        latest: (symbol: string) => {
          serialized += 1;
          return prices.get(symbol) ?? null;
        },
        forming: () => ({ time: START_MS / 1_000, open: 1, high: 3, low: 1, close: 2 }),
        status: () => ({ state: 'live' as const, staleSymbols: [], lastTickAgeMs: 0 }),
      }),
    });
    gateway.start();
  });

  function tick(symbol: string, price: number): void {
    prices.set(symbol, { price, timeMs: clock.now() });
    bus.publish(TICK, { source: 'simulated', symbol, timeMs: clock.now(), price, backfilled: false });
  }

  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const say = (client: StreamClient, message: unknown) => gateway.receive(client, JSON.stringify(message));
  const watch = (client: StreamClient, symbols: string[], candles: unknown[] = []) =>
    say(client, { type: 'watch', symbols, candles });

  async function signedIn(name: string) {
    const socket = new FakeSocket();
    const client = gateway.connect(socket, '127.0.0.1');
    say(client, { type: 'auth', access_token: name });
    await settle();
    expect(socket.take().map((event) => event.type)).toEqual(['ready', 'feed']);
    return { socket, client };
  }

  /** Publishes an event of one kilobyte for the user ana. */
  const publishForAna = () =>
    bus.publish(SIGNAL_CHANGED, { userId: 'ana', signal: { ...signal, setup_name: 'x'.repeat(1_000) } });

  /** Publishes events until the socket is slow, while it answers no ping. */
  function makeSlow({ socket, client }: { socket: FakeSocket; client: StreamClient }): void {
    while (!client.isSlow) publishForAna();
    socket.take();
  }

  it('closes a socket that does not authenticate within 5 s', async () => {
    const silent = new FakeSocket();
    gateway.connect(silent, '127.0.0.1');
    const { socket } = await signedIn('ana');
    clock.advance(4_999);
    expect(silent.closedWith).toBeNull();
    clock.advance(1);
    expect(silent.closedWith).toBe(STREAM_CLOSE.unauthenticated);
    expect(socket.closedWith).toBeNull();
    expect(gateway.clientCount).toBe(1);
  });

  it('closes a socket whose first message is not an authentication, or has an unknown token', async () => {
    for (const message of [
      { type: 'ping' },
      { type: 'watch', symbols: ['EURUSD'], candles: [] },
      { type: 'auth', access_token: 'stranger' },
    ]) {
      const socket = new FakeSocket();
      say(gateway.connect(socket, '127.0.0.1'), message);
      await settle();
      expect(socket.closedWith).toBe(STREAM_CLOSE.unauthenticated);
      expect(socket.sent).toEqual([]);
    }
  });

  it('closes a socket after an invalid message, or after too many messages', async () => {
    const repeated = '{"type":"ping","type":"ping"}';
    for (const text of ['{', '[]', '{"type":"buy"}', '{"type":"watch","symbols":["<b>"],"candles":[]}', repeated]) {
      const { socket, client } = await signedIn('ana');
      gateway.receive(client, text);
      expect(socket.closedWith).toBe(STREAM_CLOSE.badMessage);
    }
    const { socket, client } = await signedIn('ana');
    for (let n = 0; n < 40; n += 1) say(client, { type: 'ping' });
    expect(socket.closedWith).toBe(STREAM_CLOSE.badMessage);
    const patient = await signedIn('luis');
    for (let n = 0; n < 100; n += 1) {
      clock.advance(250);
      say(patient.client, { type: 'ping' });
    }
    expect(patient.socket.closedWith).toBeNull();
    expect(patient.socket.take().at(-1)).toEqual({ type: 'pong', server_time: new Date(clock.now()).toISOString() });
  });

  it('sends one frame per flush, with the latest price of each watched symbol whose price has changed', async () => {
    const { socket, client } = await signedIn('ana');
    watch(client, ['EURUSD', 'GBPUSD', 'NOSUCH']);
    clock.advance(100);
    socket.take();
    tick('EURUSD', 1.1);
    tick('EURUSD', 1.2);
    tick('USDJPY', 150);
    clock.advance(100);
    expect(socket.take()).toEqual([{ type: 'ticks', ticks: [['EURUSD', START_MS + 100, 1.2]] }]);
    clock.advance(1_000);
    expect(socket.take()).toEqual([]);
  });

  it('builds a frame once for all sockets with the same watch list, whatever the order of its symbols', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => signedIn('ana')));
    clients.forEach(({ client }, n) => watch(client, n % 2 ? ['EURUSD', 'GBPUSD'] : ['GBPUSD', 'EURUSD', 'EURUSD']));
    clock.advance(100);
    serialized = 0;
    tick('EURUSD', 1.1);
    tick('GBPUSD', 1.3);
    clock.advance(100);
    expect(serialized).toBe(2);
    const last = clients.map(({ socket }) => socket.sent.at(-1));
    expect(new Set(last).size).toBe(1);
  });

  it('replaces the watch list with each watch message', async () => {
    const { socket, client } = await signedIn('ana');
    watch(client, ['EURUSD']);
    watch(client, ['GBPUSD']);
    tick('EURUSD', 1.1);
    tick('GBPUSD', 1.3);
    clock.advance(100);
    expect(socket.take()).toEqual([{ type: 'ticks', ticks: [['GBPUSD', START_MS, 1.3]] }]);
  });

  it('sends forming candles at most 4 times a second, and every closed candle', async () => {
    const ana = await signedIn('ana');
    const { socket, client } = ana;
    watch(client, [], [{ symbol: 'EURUSD', timeframe: '1m' }]);
    clock.advance(100);
    socket.take();
    for (let n = 0; n < 100; n += 1) {
      tick('EURUSD', 1 + n / 100);
      clock.advance(100);
    }
    const forming = socket.take();
    expect(forming.length).toBeGreaterThanOrEqual(25);
    expect(forming.length).toBeLessThanOrEqual(40);
    const candle = { time: START_MS / 1_000, open: 1, high: 2, low: 1, close: 2 };
    const base = { source: 'simulated', symbol: 'EURUSD', candle, backfilled: false } as const;
    bus.publish(CANDLE_CLOSED, { ...base, timeframe: '1m' });
    bus.publish(CANDLE_CLOSED, { ...base, timeframe: '5m' });
    makeSlow(ana);
    clock.advance(100);
    expect(socket.take()).toEqual([
      { type: 'candle', symbol: 'EURUSD', timeframe: '1m', candle: { ...candle, closed: true } },
    ]);
  });

  it('sends a ping to a socket once per 64 KB, to measure how much the client has received', async () => {
    const { socket, client } = await signedIn('ana');
    const sizeOf = () => textFrames(socket.sent).length;
    while (socket.pings === 0) publishForAna();
    expect(sizeOf()).toBeGreaterThan(63 * 1_024);
    expect(sizeOf()).toBeLessThan(66 * 1_024);
    for (let n = 0; n < 200; n += 1) publishForAna();
    expect(socket.pings).toBe(1);
    client.answered();
    publishForAna();
    expect(socket.pings).toBe(2);
  });

  it('skips frames for a slow client, even if the socket buffer is empty, and sends a full frame later', async () => {
    const ana = await signedIn('ana');
    const { socket, client } = ana;
    watch(client, ['EURUSD', 'GBPUSD']);
    clock.advance(100);
    makeSlow(ana);
    tick('EURUSD', 1.1);
    tick('GBPUSD', 1.3);
    clock.advance(100);
    tick('EURUSD', 1.2);
    clock.advance(100);
    expect(socket.sent).toEqual([]);
    client.answered();
    clock.advance(100);
    expect(socket.take()).toMatchObject([
      {
        ticks: [
          ['EURUSD', START_MS + 200, 1.2],
          ['GBPUSD', START_MS + 100, 1.3],
        ],
      },
    ]);
  });

  it('closes a socket with too many unsent bytes', async () => {
    const { socket } = await signedIn('ana');
    socket.bufferedAmount = 1_024 * 1_024 + 1;
    bus.publish(FEED_CHANGED, { source: 'simulated', state: 'stale', staleSymbols: ['EURUSD'] });
    clock.advance(100);
    expect(socket.closedWith).toBe(STREAM_CLOSE.tooSlow);
    expect(socket.sent).toEqual([]);
  });

  it('sends events of a user’s account only to that user', async () => {
    const ana = await signedIn('ana');
    const luis = await signedIn('luis');
    const id = '00000000-0000-4000-8000-000000000001';
    bus.publish(ACCOUNT_CHANGED, { userId: 'ana', account: account(id) });
    expect(ana.socket.take()).toEqual([{ type: 'account', account: account(id) }]);
    expect(luis.socket.sent).toEqual([]);
    say(luis.client, { type: 'auth', access_token: 'ana' });
    await settle();
    expect(luis.socket.closedWith).toBe(STREAM_CLOSE.unauthenticated);
    bus.publish(ACCOUNT_CHANGED, { userId: 'ana', account: account(id) });
    expect(luis.socket.sent).toEqual([]);
  });

  it("notifies every socket of a user, and no other user, of their 'Detener todo'", async () => {
    const screens = [await signedIn('ana'), await signedIn('ana')];
    const luis = await signedIn('luis');
    const automation = { stopped_at: '2026-03-02T00:00:00.000Z', running: 1, reality_check: null };
    bus.publish(AUTOMATION_CHANGED, { userId: 'ana', automation });
    for (const screen of screens) expect(screen.socket.take()).toEqual([{ type: 'automation', automation }]);
    expect(luis.socket.sent).toEqual([]);
  });

  it('searches new notifications of users with a socket, and sends created and read ones only to their own sockets', async () => {
    const screens = [await signedIn('ana'), await signedIn('ana')];
    const luis = await signedIn('luis');
    looked = [];
    bus.publish(SIGNAL_CHANGED, { userId: 'ana', signal });
    bus.publish(SIGNAL_CHANGED, { userId: 'eva', signal });
    bus.publish(SIGNAL_CHANGED, { userId: null, signal });
    expect(looked).toEqual(['ana']);
    for (const { socket } of [...screens, luis]) socket.take();
    const notification: NotificationView = {
      kind: 'order_in_doubt',
      id: 7,
      created_at: '2026-03-02T00:00:00.000Z',
      is_read: false,
      trade_id: signal.id,
      symbol: 'EURUSD',
      direction: 'CALL',
    };
    bus.publish(NOTIFICATION_CREATED, { userId: 'ana', notification, unread: 2 });
    bus.publish(NOTIFICATIONS_READ, { userId: 'ana', read: { ids: [7], scope: 'up_to' }, unread: 0 });
    for (const { socket } of screens) {
      expect(socket.take()).toEqual([
        { type: 'notification_created', notification, unread: 2 },
        { type: 'notifications_read', ids: [7], scope: 'up_to', unread: 0 },
      ]);
    }
    expect(luis.socket.sent).toEqual([]);
  });

  it('searches new notifications of a user who signs in, because the sign-in may have caused one', async () => {
    await signedIn('luis');
    await expect.poll(() => looked).toEqual(['luis']);
  });

  it('sends the decision about a signal to its owner only', async () => {
    const ana = await signedIn('ana');
    const luis = await signedIn('luis');
    const decision = {
      decision: 'late',
      at: '2026-03-02T00:00:00.000Z',
      code: 'late_order',
      message: 'Tarde.',
    } as const;
    const signalId = '00000000-0000-4000-8000-000000000001';
    bus.publish(SIGNAL_DECIDED, { userId: 'ana', automation: 'strategy', signalId, decision });
    expect(ana.socket.take()).toEqual([
      { type: 'signal_decided', automation: 'strategy', signal_id: signalId, decision },
    ]);
    expect(luis.socket.sent).toEqual([]);
  });

  it('sends a signal to the owner of its setup, and a signal of a built-in setup to every client', async () => {
    const ana = await signedIn('ana');
    const luis = await signedIn('luis');
    bus.publish(SIGNAL_CHANGED, { userId: 'luis', signal });
    bus.publish(SIGNAL_CHANGED, { userId: null, signal });
    const unknown = new FakeSocket();
    gateway.connect(unknown, '127.0.0.1');
    bus.publish(SIGNAL_CHANGED, { userId: null, signal });
    clock.advance(100);
    expect(ana.socket.take()).toEqual([
      { type: 'signal', signal },
      { type: 'signal', signal },
    ]);
    expect(luis.socket.take()).toHaveLength(3);
    expect(ana.socket.writes).toBe(3);
    expect(unknown.sent).toEqual([]);
  });

  it('sends a strategy’s signal only to its owner', async () => {
    const ana = await signedIn('ana');
    const luis = await signedIn('luis');
    const found: StrategySignalView = {
      id: signal.id,
      strategy_id: signal.setup_id,
      strategy_name: 'RSI',
      asset: 'EURUSD',
      timeframe: '5m',
      is_external: false,
      direction: 'PUT',
      entry_price: 1.1,
      entry_time: signal.entry_time,
      expiration_time: signal.expiration_time,
      expiry: 5,
      expiry_seconds: null,
      expiry_ticks: null,
      status: 'pending',
      settle_price: null,
      seq: 1,
      hash: 'a',
      trade_id: null,
      decision: null,
      payout: 0.85,
      criteria: [],
    };
    bus.publish(STRATEGY_SIGNAL_CHANGED, { userId: 'luis', signal: found });
    expect(luis.socket.take()).toEqual([{ type: 'strategy_signal', signal: found }]);
    expect(ana.socket.take()).toEqual([]);
  });

  it('closes the sockets of a session when it ends, even one whose token check is still running', async () => {
    const ana = await signedIn('ana');
    const luis = await signedIn('luis');
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const early = new FakeSocket();
    say(gateway.connect(early, '127.0.0.1'), { type: 'auth', access_token: 'ana' });
    bus.publish(SESSION_ENDED, { sessionId: 'session-ana' });
    expect(ana.socket.closedWith).toBe(STREAM_CLOSE.sessionEnded);
    expect(luis.socket.closedWith).toBeNull();
    open();
    await settle();
    expect(early.closedWith).toBe(STREAM_CLOSE.unauthenticated);
  });

  it('closes sockets of an ended session within 60 s, but keeps them while the database is unavailable', async () => {
    const ana = await signedIn('ana');
    const luis = await signedIn('luis');
    sessions.set('ana', 'not_authenticated');
    sessions.set('luis', new Error('database away'));
    for (let n = 0; n < 6; n += 1) {
      clock.advance(10_000);
      ana.client.answered();
      luis.client.answered();
      await settle();
    }
    expect(ana.socket.closedWith).toBe(STREAM_CLOSE.sessionEnded);
    expect(luis.socket.closedWith).toBeNull();
  });

  it('closes a socket that answers no ping', async () => {
    const { socket } = await signedIn('ana');
    clock.advance(30_000);
    expect(socket.isTerminated).toBe(false);
    clock.advance(30_000);
    expect(socket.isTerminated).toBe(true);
    expect(gateway.clientCount).toBe(0);
  });

  it('applies a watch message that arrives during the token check', async () => {
    const socket = new FakeSocket();
    const client = gateway.connect(socket, '127.0.0.1');
    say(client, { type: 'auth', access_token: 'ana' });
    watch(client, ['EURUSD']);
    await settle();
    tick('EURUSD', 1.1);
    clock.advance(100);
    expect(socket.take().map((event) => event.type)).toEqual(['ready', 'feed', 'ticks']);
  });

  it('publishes which users have open sockets, when a user connects and at least twice a minute', async () => {
    const watching: string[] = [];
    bus.subscribe(USERS_WATCHING, ({ userIds }) => watching.push(...userIds));
    await signedIn('ana');
    expect(watching).toEqual(['ana']);
    clock.advance(30_000);
    expect(watching).toEqual(['ana', 'ana']);
  });

  it('subscribes to a user’s events only while a socket of that user is open', async () => {
    const [first, second] = [await signedIn('ana'), await signedIn('ana')];
    expect(followed).toEqual(new Map([['ana', 1]]));
    gateway.disconnect(first.client);
    expect(followed.get('ana')).toBe(1);
    gateway.disconnect(second.client);
    expect(followed.get('ana')).toBe(0);
    await signedIn('ana');
    expect(followed.get('ana')).toBe(1);
  });

  /** Connects `count` sockets, each of a different user. */
  async function connectUsers(count: number) {
    const names = Array.from({ length: count }, (_, n) => `person${n}`);
    for (const name of names) {
      sessions.set(name, { userId: name, sessionId: name, isAnonymous: false, aal: 'aal1', scopes: null });
    }
    return Promise.all(names.map((name) => signedIn(name)));
  }

  it('closes sockets in small groups after bus messages may have been lost, so that clients reload all data', async () => {
    const people = await connectUsers(120);
    const sentAway = () => people.filter(({ socket }) => socket.closedWith === STREAM_CLOSE.comeBack).length;
    reconnect();
    expect(sentAway()).toBe(50);
    const { socket: late } = await signedIn('ana');
    clock.advance(100);
    expect(sentAway()).toBe(100);
    clock.advance(100);
    expect(sentAway()).toBe(120);
    clock.advance(1_000);
    expect(late.closedWith).toBeNull();
  });

  it('serves many sockets in groups at different times, and each socket once in 100 ms', async () => {
    const people = await connectUsers(1_000);
    for (const { client } of people) watch(client, ['EURUSD']);
    clock.advance(1_000);
    for (const { socket } of people) socket.take();
    const had = () => people.filter(({ socket }) => socket.sent.length > 0).length;
    tick('EURUSD', 1.1);
    const served = [];
    for (let n = 0; n < 4; n += 1) {
      clock.advance(25);
      served.push(had());
    }
    expect(served).toEqual([250, 500, 750, 1_000]);
    for (const { socket } of people) expect(socket.take()).toMatchObject([{ type: 'ticks' }]);
  });

  it('sends feed states and built-in signals with the next frame, together with the prices', async () => {
    const { socket, client } = await signedIn('ana');
    watch(client, ['EURUSD']);
    clock.advance(100);
    const before = socket.writes;
    bus.publish(FEED_CHANGED, { source: 'simulated', state: 'stale', staleSymbols: ['EURUSD'] });
    bus.publish(SIGNAL_CHANGED, { userId: null, signal });
    bus.publish(FEED_CHANGED, { source: 'deriv', state: 'stale', staleSymbols: [] });
    expect(socket.sent).toEqual([]);
    clock.advance(100);
    expect(socket.take().map((event) => event.type)).toEqual(['feed', 'signal']);
    expect(socket.writes).toBe(before + 1);
  });

  it('accepts at most 10,000 sockets in total, and 20 of one user', async () => {
    const own = await Promise.all(Array.from({ length: 20 }, () => signedIn('ana')));
    const oneMore = new FakeSocket();
    say(gateway.connect(oneMore, '127.0.0.1'), { type: 'auth', access_token: 'ana' });
    await settle();
    expect(oneMore.closedWith).toBe(STREAM_CLOSE.tooSlow);
    expect(own.every(({ socket }) => socket.closedWith === null)).toBe(true);
    for (let n = gateway.clientCount; n < 10_000; n += 1) gateway.connect(new FakeSocket(), '127.0.0.1');
    const last = new FakeSocket();
    gateway.connect(last, '127.0.0.1');
    expect(last.closedWith).toBe(STREAM_CLOSE.tooSlow);
    expect(gateway.clientCount).toBe(10_000);
  });

  it('closes all sockets when it stops, drops those that do not close, and accepts no new ones', async () => {
    const { socket } = await signedIn('ana');
    gateway.stop();
    expect(socket.closedWith).toBe(STREAM_CLOSE.comeBack);
    clock.advance(1_999);
    expect(socket.isTerminated).toBe(false);
    clock.advance(1);
    expect(socket.isTerminated).toBe(true);
    const late = new FakeSocket();
    gateway.connect(late, '127.0.0.1');
    expect(late.closedWith).toBe(STREAM_CLOSE.comeBack);
    expect(gateway.clientCount).toBe(0);
  });
});
