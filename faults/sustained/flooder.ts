/**
 * Floods a server with requests until this process is killed. The flood runs in a separate process, so that it does not
 * slow the measuring process.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type FloodOptions = {
  readonly kind: 'pipelined' | 'four' | 'address' | 'candles';
  readonly url: string;
  /** The access token of a user that only this flood uses. */
  readonly token: string;
};

const flood: FloodOptions = JSON.parse(process.argv[2] ?? '');
const { hostname, port, host } = new URL(flood.url);
/**
 * A public address from the range reserved for documentation. The server sees it as the address of the flooding client.
 */
const ADDRESS = '203.0.113.7';
const BETWEEN_CONNECTIONS_MS = 200;
/** Number of concurrent requests. A browser opens as many connections. */
const AT_ONCE = 6;
const REFUSED_PAUSE_MS = 20;

const request = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${ADDRESS}\r\nauthorization: Bearer ${flood.token}\r\n\r\n`;

/**
 * Opens one connection after another. On each connection the client sends `count` requests in one packet and reads no
 * response.
 */
async function pipeline(count: number): Promise<never> {
  const requests = request('/openapi.json').repeat(count);
  for (;;) {
    const socket: Socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(requests);
    await Promise.race([once(socket, 'close'), sleep(BETWEEN_CONNECTIONS_MS * 25)]);
    socket.destroy();
    await sleep(BETWEEN_CONNECTIONS_MS);
  }
}

/** Sends requests continuously. After a refusal the client waits briefly. */
async function ask(path: string): Promise<never> {
  const headers = { 'x-forwarded-for': ADDRESS, authorization: `Bearer ${flood.token}` };
  for (;;) {
    const status = await fetch(flood.url + path, { headers }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status !== 200) await sleep(REFUSED_PAUSE_MS);
  }
}

const WAYS: Record<FloodOptions['kind'], () => readonly Promise<never>[]> = {
  pipelined: () => [pipeline(400)],
  four: () => Array.from({ length: 4 }, () => pipeline(600)),
  address: () => Array.from({ length: AT_ONCE }, () => ask('/openapi.json')),
  candles: () =>
    Array.from({ length: AT_ONCE }, () => ask('/api/v1/trading/candles?symbol=EURUSD&timeframe=1m&limit=5000')),
};
await Promise.all(WAYS[flood.kind]());
