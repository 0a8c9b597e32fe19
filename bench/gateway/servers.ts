import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TickTuple } from '@vigia/contract';
import { type Cancel, type Clock, type DurationMs, epochMs, monotonicMs } from '@vigia/core/kernel';
import { embeddedAuth, startTestApp } from '@vigia/server/testing';
import { Server } from 'socket.io';
import { SteadyFeed } from '../steady-feed.ts';

const TICK_EVERY_MS = 200;

export type ProcessUsage = {
  readonly cpuMs: number;
  /** The 99th percentile of the delays of the event loop since the last call, in milliseconds. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
};

/**
 * The memory of the process after a garbage collection, which blocks the event loop. `heapMb` is all JavaScript memory,
 * including buffers.
 */
export type MemoryUsage = { readonly rssMb: number; readonly heapMb: number };

export type StartedServer = { readonly port: number; readonly tokens: readonly string[]; stop(): Promise<void> };

setFlagsFromString('--expose_gc');
const collect: () => void = runInNewContext('gc');
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();

export function usageSinceLast(): ProcessUsage {
  const [loopP99Ms, loopMaxMs] = [loop.percentile(99) / 1e6, loop.max / 1e6];
  loop.reset();
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, loopP99Ms, loopMaxMs };
}

export function measureMemory(): MemoryUsage {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssMb: rss / 2 ** 20, heapMb: (heapUsed + external) / 2 ** 20 };
}

/**
 * Limits this process to one CPU core.
 * @returns true if all threads of this process now run on this core only
 */
export function limitToOneCore(core: number): boolean {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts the production build of the whole app with its embedded database, and signs up `people` users. */
export async function serveVigia(people: number): Promise<StartedServer> {
  const app = await startTestApp({ feed: (clock) => new SteadyFeed(clock, TICK_EVERY_MS, true) });
  const tokens: string[] = [];
  for (let person = 0; person < people; person += 1) {
    const signedIn = await embeddedAuth(app).signInAnonymously({}, { ip: '127.0.0.1', userAgent: 'bench' });
    if (!signedIn.ok) throw new Error(signedIn.error.code);
    tokens.push(signedIn.value.access_token);
  }
  return { port: Number(new URL(app.url).port), tokens, stop: () => app.stop() };
}

const clock: Clock = {
  now: () => epochMs(Date.now()),
  monotonicMs: () => monotonicMs(performance.now()),
  after(delay: DurationMs, task): Cancel {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  },
  every(interval: DurationMs, task): Cancel {
    const timer = setInterval(task, interval);
    return () => clearInterval(timer);
  },
};

/**
 * Starts a plain socket.io server for comparison. It sends the latest price of each changed symbol to every client, as
 * often as Vigía's gateway does.
 */
export async function serveSocketIo(frameEveryMs: number): Promise<StartedServer> {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], serveClient: false, httpCompression: false });
  const moved = new Map<string, TickTuple>();
  const stopFeed = new SteadyFeed(clock, TICK_EVERY_MS, true).start({
    onState: () => undefined,
    onTick: ({ symbol, timeMs, price }) => void moved.set(symbol, [symbol, timeMs, price]),
  });
  const sending = setInterval(() => {
    if (moved.size > 0) io.emit('ticks', [...moved.values()]);
    moved.clear();
  }, frameEveryMs);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    tokens: [],
    async stop() {
      stopFeed();
      clearInterval(sending);
      await io.close();
    },
  };
}
