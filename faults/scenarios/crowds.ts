import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import { WebSocket } from 'ws';
import { newPerson, type Person } from '../harness/people.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';

/** The largest number of sockets that one user may open. */
const SOCKETS_EACH = 20;
const SECOND_MS = 1_000;
const GROWTH_MAX_MB = 120;
/**
 * Maximum additional latency of orders in milliseconds. If an order had to wait for hundreds of sockets, it would take
 * seconds longer.
 */
const SLOWER_MAX_MS = 500;

/**
 * Opens hundreds of sockets whose clients read nothing. Orders must stay fast, memory must stay bounded, and the server
 * must close these sockets.
 */
async function playDeafSockets(world: World): Promise<void> {
  await world.begin(3);
  await world.order(3);
  const before = {
    latencyMs: await worstLatency(world),
    residentMb: world.server.residentMb(),
    sockets: openSockets(world),
  };
  const sockets: WebSocket[] = [];
  for (let people = world.between(10, 15); people > 0; people -= 1) {
    const person = await newPerson(world.server.url);
    const opened = Array.from({ length: SOCKETS_EACH }, () => deafSocket(world.server.url, person));
    sockets.push(...(await Promise.all(opened)));
  }
  await world.server.leap(20 * SECOND_MS);
  const during = { latencyMs: await worstLatency(world), residentMb: world.server.residentMb() };
  const slower = during.latencyMs - before.latencyMs;
  world.expect(
    slower < SLOWER_MAX_MS,
    'I11',
    `orders take ${Math.round(slower)} ms more beside ${sockets.length} sockets`,
  );
  const growth = during.residentMb - before.residentMb;
  world.expect(growth < GROWTH_MAX_MB, 'I11', `${sockets.length} deaf sockets cost ${Math.round(growth)} MiB`);
  await world.server.leap(70 * SECOND_MS);
  const left = openSockets(world) - before.sockets;
  world.expect(left < sockets.length / 10, 'I11', `${left} of ${sockets.length} deaf sockets are still held`);
  for (const socket of sockets) socket.terminate();
}

/**
 * Opens a socket that authenticates and subscribes to everything. Afterwards its client reads nothing, not even a ping.
 */
async function deafSocket(url: string, person: Person): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/stream`, { origin: url });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', access_token: person.token }));
  const symbols = SIMULATED_ASSETS.map(({ symbol }) => symbol);
  const candles = symbols.map((symbol) => ({ symbol, timeframe: '1m' }));
  socket.send(JSON.stringify({ type: 'watch', symbols, candles }));
  await once(socket, 'message');
  socket.pause();
  return socket;
}

async function worstLatency(world: World): Promise<number> {
  const latencies: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const [attempt] = await world.order(1);
    if (attempt !== undefined) latencies.push(attempt.answeredAtMs - attempt.sentAtMs);
  }
  return latencies.toSorted((a, b) => a - b).at(-2) ?? 0;
}

/** Counts the open sockets of the server in the list of the kernel. */
function openSockets({ server }: World): number {
  const folder = `/proc/${server.pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

/**
 * Stops the server gracefully while orders are in transit. Each order is acknowledged and stored, or refused, or its
 * connection is cut. If its connection was cut, the order is stored at most once.
 */
async function playTerminated(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(2, 8));
  const orders = Array.from({ length: 20 }, () => world.order(1));
  await new Promise((resolve) => setTimeout(resolve, world.between(0, 120)));
  const sinceMs = performance.now();
  await world.server.stop();
  const tookMs = performance.now() - sinceMs;
  world.expect(tookMs < 12 * SECOND_MS, 'I11', `ending took ${Math.round(tookMs)} ms`);
  await Promise.all(orders);
  await world.restart();
  await world.healthy();
  await world.resolveUnknown();
  await world.order(world.between(2, 8));
}

export const CROWDS: readonly Scenario[] = [
  {
    number: 31,
    fault: 'hundreds of slow browsers',
    injection: '200 to 300 sockets that ask for everything and read nothing',
    isLongFormOnly: true,
    play: playDeafSockets,
  },
  {
    number: 33,
    fault: 'asked to end with 20 orders under way',
    injection: 'SIGTERM, then a new start',
    play: playTerminated,
  },
];
