import type { StreamEvent, StreamRequest } from '@vigia/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualTimers, settle } from '#shared/test/manual-timers.ts';
import { backoffMs, type SocketListener, StreamClient, type StreamSocket } from './stream-client.ts';

/** A fake socket. The test controls its server side. */
class FakeSocket implements StreamSocket {
  readonly sent: StreamRequest[] = [];
  closed = false;
  readonly #listener: SocketListener;

  constructor(listener: SocketListener) {
    this.#listener = listener;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.#listener.opened();
  }

  break(code = 1_006): void {
    this.#listener.closed(code);
  }

  emit(event: StreamEvent): void {
    this.#listener.received(JSON.stringify(event));
  }

  tellText(text: string): void {
    this.#listener.received(text);
  }
}

const at = (ms: number): string => new Date(ms).toISOString();

let timers: ManualTimers;
let sockets: FakeSocket[];
let token: string | null;
let client: StreamClient;
let sessionChecks: number;

beforeEach(() => {
  timers = new ManualTimers();
  sockets = [];
  token = 'token-1';
  sessionChecks = 0;
  client = new StreamClient({
    openSocket: (listener) => {
      const socket = new FakeSocket(listener);
      sockets.push(socket);
      return socket;
    },
    accessToken: async () => token,
    checkSession: async () => {
      sessionChecks += 1;
    },
    now: timers.now,
    after: timers.after,
    random: () => 0.5,
  });
});

async function connected(): Promise<FakeSocket> {
  client.start();
  await settle();
  const socket = lastSocket();
  socket.open();
  socket.emit({ type: 'ready', server_time: at(timers.nowMs) });
  return socket;
}

function lastSocket(): FakeSocket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
}

const watches = (socket: FakeSocket) => socket.sent.filter((request) => request.type === 'watch');

describe('StreamClient', () => {
  it('authenticates with its first message, and is live once the server sends `ready`', async () => {
    client.start();
    await settle();
    expect(client.status.state).toBe('reconnecting');
    lastSocket().open();
    expect(lastSocket().sent).toEqual([{ type: 'auth', access_token: 'token-1' }]);
    lastSocket().emit({ type: 'ready', server_time: at(timers.nowMs) });
    expect(client.status.state).toBe('live');
  });

  it('opens one socket, even if it is started twice', async () => {
    client.start();
    client.start();
    await timers.advance(100);
    expect(sockets).toHaveLength(1);
  });

  it('waits for a session before it opens a socket', async () => {
    token = null;
    client.start();
    await timers.advance(100);
    expect(sockets).toHaveLength(0);
    token = 'token-2';
    await timers.advance(1_000);
    expect(sockets).toHaveLength(1);
  });

  it.each([4_401, 4_403])('checks the session before it reconnects after close code %i', async (code) => {
    (await connected()).break(code);
    await settle();
    expect(sessionChecks).toBe(0);
    await timers.advance(1_000);
    expect(sessionChecks).toBe(1);
    expect(sockets).toHaveLength(2);
    lastSocket().break();
    await timers.advance(2_000);
    expect(sessionChecks).toBe(1);
  });

  it('does not check the session if the client is stopped after the server refused its token', async () => {
    (await connected()).break(4_403);
    client.stop();
    await timers.advance(1_000);
    expect(sessionChecks).toBe(0);
  });

  it('reconnects with a new token after a lost connection, and does not reconnect after stop', async () => {
    const first = await connected();
    token = 'token-2';
    first.break();
    expect(client.status.state).toBe('reconnecting');
    await timers.advance(1_000);
    expect(sockets).toHaveLength(2);
    lastSocket().open();
    expect(lastSocket().sent[0]).toEqual({ type: 'auth', access_token: 'token-2' });
    client.stop();
    expect(lastSocket().closed).toBe(true);
    await timers.advance(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('delays the reconnect when the server closes all connections', async () => {
    (await connected()).break(1_012);
    // The fake random value is 0.5, both for the first backoff and for the spread of three seconds.
    await timers.advance(375 + 1_499);
    expect(sockets).toHaveLength(1);
    await timers.advance(1);
    expect(sockets).toHaveLength(2);
    lastSocket().break();
    await timers.advance(750);
    expect(sockets).toHaveLength(3);
  });

  it('replaces a socket on which the server never sends `ready`', async () => {
    client.start();
    await settle();
    await timers.advance(11_000);
    expect(sockets[0]?.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('increases the reconnect delay after each failure, with a random part, up to a limit', () => {
    expect(backoffMs(0, 0)).toBe(250);
    expect(backoffMs(0, 1)).toBe(500);
    expect(backoffMs(3, 0.5)).toBe(3_000);
    expect(backoffMs(50, 1)).toBe(15_000);
  });
});

describe('the subscriptions of StreamClient', () => {
  it('are sent as the union of all callers’ symbols, once per turn of the event loop', async () => {
    const socket = await connected();
    client.watch({ symbols: ['EURUSD'] });
    client.watch({ symbols: ['EURUSD', 'BTCUSD'], candles: [{ symbol: 'EURUSD', timeframe: '5m' }] });
    await settle();
    expect(watches(socket)).toHaveLength(2);
    expect(watches(socket).at(-1)).toEqual({
      type: 'watch',
      symbols: ['EURUSD', 'BTCUSD'],
      candles: [{ symbol: 'EURUSD', timeframe: '5m' }],
    });
  });

  it('end for a symbol when the last caller unsubscribes, and each caller counts once', async () => {
    const socket = await connected();
    const first = client.watch({ symbols: ['EURUSD'] });
    const second = client.watch({ symbols: ['EURUSD'] });
    first();
    first();
    await settle();
    expect(watches(socket).at(-1)).toMatchObject({ symbols: ['EURUSD'] });
    second();
    await settle();
    expect(watches(socket).at(-1)).toMatchObject({ symbols: [] });
  });

  it('are sent again after a reconnect', async () => {
    const first = await connected();
    client.watch({ symbols: ['EURUSD'] });
    first.break();
    await timers.advance(1_000);
    lastSocket().open();
    lastSocket().emit({ type: 'ready', server_time: at(timers.nowMs) });
    expect(watches(lastSocket())).toEqual([{ type: 'watch', symbols: ['EURUSD'], candles: [] }]);
  });
});

describe('the events of StreamClient', () => {
  it('are dispatched to the handlers of their type until the handlers unsubscribe', async () => {
    const socket = await connected();
    const heard: number[] = [];
    const stop = client.on('ticks', ({ ticks }) => heard.push(ticks.length));
    socket.emit({ type: 'ticks', ticks: [['EURUSD', 1, 1.1]] });
    stop();
    socket.emit({ type: 'ticks', ticks: [] });
    expect(heard).toEqual([1]);
  });

  it('are ignored when unknown or malformed', async () => {
    const socket = await connected();
    socket.tellText('{"type":"news"}');
    socket.tellText('not json');
    expect(client.status.state).toBe('live');
  });
});

describe('the server clock of StreamClient', () => {
  it('uses the time in HTTP responses until the stream has measured the server time', async () => {
    client.setTimeHint(at(timers.nowMs + 90_000));
    expect(client.serverNow() - timers.nowMs).toBe(90_000);
    await connected();
    lastSocket().emit({ type: 'ready', server_time: at(timers.nowMs + 2_000) });
    await timers.advance(5_000);
    lastSocket().emit({ type: 'pong', server_time: at(timers.nowMs + 2_000) });
    client.setTimeHint(at(timers.nowMs + 90_000));
    expect(client.serverNow() - timers.nowMs).toBe(2_000);
  });

  it('is set by the message ready, and more precisely by pong minus half of the round-trip time', async () => {
    client.start();
    await settle();
    lastSocket().open();
    lastSocket().emit({ type: 'ready', server_time: at(timers.nowMs + 3_000) });
    expect(client.serverNow() - timers.nowMs).toBe(3_000);
    await timers.advance(5_000);
    expect(lastSocket().sent.at(-1)).toEqual({ type: 'ping' });
    await timers.advance(200);
    lastSocket().emit({ type: 'pong', server_time: at(timers.nowMs + 2_000) });
    expect(client.serverNow() - timers.nowMs).toBe(2_100);
  });
});

describe('the staleness check of StreamClient', () => {
  it('reports an open socket without messages as stale, with the time of its last message', async () => {
    const socket = await connected();
    const lastWordMs = timers.nowMs;
    await timers.advance(10_000);
    expect(client.status).toEqual({ state: 'stale', sinceMs: lastWordMs });
    socket.emit({ type: 'ticks', ticks: [] });
    expect(client.status.state).toBe('live');
  });

  it('replaces a socket that receives no messages for too long', async () => {
    const socket = await connected();
    await timers.advance(30_000);
    expect(socket.closed).toBe(true);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('reports the state of the price feed that the server sends', async () => {
    const socket = await connected();
    socket.emit({
      type: 'feed',
      source: 'simulated',
      state: 'stale',
      stale_symbols: ['EURUSD'],
      server_time: at(timers.nowMs),
    });
    expect(client.status.state).toBe('stale');
    socket.emit({ type: 'feed', source: 'simulated', state: 'live', stale_symbols: [], server_time: at(timers.nowMs) });
    expect(client.status.state).toBe('live');
  });
});
