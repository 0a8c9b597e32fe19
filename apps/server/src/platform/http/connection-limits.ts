import type { Socket } from 'node:net';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import { addressKey, isLoopback } from '../throttle/address.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';

/** Largest number of unanswered requests of a connection. Browsers send one at a time, HTTP libraries at most ten. */
const QUEUED_MAX = 16;
/**
 * Largest number of open connections from one IP address. A whole office may share an address, and a browser opens up
 * to seven connections.
 */
const PER_ADDRESS_MAX = 256;

/**
 * Closes a connection with too many unanswered requests. Node parses all requests that arrive in one packet. If the
 * client does not read the responses, they would stay in memory.
 */
export function limitQueues(app: App): void {
  const queued = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (queued.get(socket) ?? 0) + 1;
    queued.set(socket, count);
    reply.raw.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1));
    if (count <= QUEUED_MAX) return;
    // The other requests of the same packet are already parsed. They arrive here although the socket is closed.
    socket.destroy();
    throw new ApiError('rate_limited');
  });
}

/** The part of a server that accepts connections. */
type Accepting = { on(event: 'connection', listener: (socket: Socket) => void): unknown };

/**
 * Closes a new connection if its IP address already has too many open connections. Do not use this limit behind a
 * proxy: all connections then come from the proxy, which must limit its own clients. Loopback, which is the user's own
 * machine, has no limit.
 */
export function limitPerAddress(server: Accepting, most = PER_ADDRESS_MAX): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const ip = socket.remoteAddress ?? '';
    if (isLoopback(ip)) return;
    const key = addressKey(ip);
    const count = (open.get(key) ?? 0) + 1;
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
    if (count > most) socket.destroy();
  });
}

/**
 * Closes connections during a stop, so that no client can delay it. Node closes only the connections that are idle when
 * the stop begins, and then it stops checking its time limits. Three kinds of connection would stay open:
 * - The headers of its response were sent before the stop. It is closed when the response ends.
 * - It has not sent a request yet, such as the spare connection of a browser. It is closed immediately.
 * - Its request or response never ends. It is closed after `withinMs`.
 */
export function closeAtStop(app: App, { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number }): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  let cancel: Cancel = () => undefined;
  const onUse = (request: { readonly socket: Socket }) => unused.delete(request.socket);
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', onUse).on('upgrade', onUse);
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    cancel = clock.after(durationMs(withinMs), () => app.server.closeAllConnections());
  });
  app.addHook('onResponse', async () => {
    if (isClosing) app.server.closeIdleConnections();
  });
  app.addHook('onClose', async () => cancel());
}
