import { describe, expect, it } from 'vitest';
import { openStream, type SocketListener, type StreamOptions, type StreamSocket } from './index.ts';

class FakeSocket implements StreamSocket {
  readonly sent: unknown[] = [];
  isClosed = false;
  readonly listener: SocketListener;

  constructor(listener: SocketListener) {
    this.listener = listener;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  say(event: object): void {
    this.listener.received(JSON.stringify(event));
  }
}

type Timer = { readonly ms: number; readonly task: () => void };

async function start(options: Partial<StreamOptions> = {}) {
  const sockets: FakeSocket[] = [];
  const timers = new Set<Timer>();
  const log: unknown[] = [];
  const stream = openStream({
    url: 'http://127.0.0.1:3000',
    token: 'secret',
    symbols: ['EURUSD'],
    onEvent: (event) => log.push(event.type),
    onState: (state) => log.push(state),
    onEnd: (end) => log.push(`end ${end}`),
    openSocket: (url, listener) => {
      expect(url).toBe('ws://127.0.0.1:3000/api/v1/stream');
      const socket = new FakeSocket(listener);
      sockets.push(socket);
      return socket;
    },
    after: (ms, task) => {
      const timer = { ms, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    random: () => 1,
    ...options,
  });
  /** Runs the only timer of this length. */
  const fire = async (ms: number) => {
    const timer = [...timers].find((each) => each.ms === ms);
    if (!timer) throw new Error(`no timer of ${ms} ms: ${[...timers].map((each) => each.ms)}`);
    timers.delete(timer);
    timer.task();
    await Promise.resolve();
  };
  const socket = async (index: number) => {
    await expect.poll(() => sockets.length).toBeGreaterThan(index);
    const found = sockets[index];
    if (!found) throw new Error('no socket');
    return found;
  };
  return { stream, sockets, timers, log, fire, socket };
}

const READY = { type: 'ready', server_time: '2026-11-20T14:00:00.000Z' };

describe('a stream', () => {
  it('signs in first and subscribes when it is ready', async () => {
    const { stream, log, socket } = await start();
    const first = await socket(0);
    first.listener.opened();
    expect(first.sent).toEqual([{ type: 'auth', access_token: 'secret' }]);
    first.say(READY);
    first.say({ type: 'ticks', ticks: [['EURUSD', 1, 1.1]] });
    stream.watch({ symbols: ['GBPUSD'] });
    expect(first.sent.slice(1)).toEqual([
      { type: 'watch', symbols: ['EURUSD'], candles: [] },
      { type: 'watch', symbols: ['GBPUSD'], candles: [] },
    ]);
    expect(log).toEqual(['live', 'ready', 'ticks']);
  });

  it('reconnects with growing pauses and subscribes again', async () => {
    const { log, fire, socket } = await start();
    (await socket(0)).listener.closed(1006);
    await fire(500);
    (await socket(1)).listener.closed(1012);
    await fire(1_000);
    const third = await socket(2);
    third.listener.opened();
    third.say(READY);
    third.listener.closed(1006);
    await fire(500);
    expect(log).toEqual(['reconnecting', 'reconnecting', 'live', 'ready', 'reconnecting']);
    expect(third.sent).toHaveLength(2);
  });

  it('replaces a socket that stays silent, and pings a live one', async () => {
    const { fire, socket } = await start();
    const first = await socket(0);
    first.listener.opened();
    first.say(READY);
    await fire(10_000);
    expect(first.sent.at(-1)).toEqual({ type: 'ping' });
    await fire(25_000);
    expect(first.isClosed).toBe(true);
    first.listener.closed(4403);
    await fire(500);
    await socket(1);
  });

  it.each([
    [4401, 'unauthenticated'],
    [4403, 'session_ended'],
    [1008, 'bad_message'],
  ])('ends after close code %i, because a new socket would be refused too', async (code, end) => {
    const { log, timers, socket } = await start();
    (await socket(0)).listener.closed(code);
    expect([log, timers.size]).toEqual([[`end ${end}`], 0]);
  });

  it('leaves neither a socket nor a timer when it is closed', async () => {
    const { stream, log, timers, socket } = await start();
    const first = await socket(0);
    stream.close();
    stream.close();
    expect([first.isClosed, timers.size, log]).toEqual([true, 0, ['end closed']]);
  });

  it('ignores messages that are not events', async () => {
    const { log, socket } = await start();
    const first = await socket(0);
    for (const data of ['{', 'null', '{"type":1}', new ArrayBuffer(1)]) first.listener.received(data);
    expect(log).toEqual([]);
  });
});
