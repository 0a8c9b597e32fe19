import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';

/** Time without a byte after which the connection with a long body is closed. */
const IDLE_MS = 30_000;

/** Connections whose current request may take longer than ordinary requests. */
const long = new WeakSet<Duplex>();

/**
 * Allows the body of a request to take longer than the time limit of requests, because a large file takes minutes on a
 * slow line. The connection is closed if no byte arrives for a while.
 */
export function allowLongBody({ raw }: FastifyRequest, reply: FastifyReply, idleMs = IDLE_MS): void {
  const { socket } = raw;
  long.add(socket);
  const onIdle = () => socket.destroy();
  socket.setTimeout(idleMs, onIdle);
  reply.raw.once('close', () => {
    long.delete(socket);
    socket.off('timeout', onIdle);
    socket.setTimeout(0);
  });
}

/** Ignores the time limit of requests on connections with a long body; Node reports it once for each request. */
export function exemptLongBodies({ server }: Pick<App, 'server'>): void {
  const handlers = server.listeners('clientError');
  server.removeAllListeners('clientError');
  server.on('clientError', (error: Error & { readonly code?: string }, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.has(socket)) return;
    for (const handler of handlers) handler.call(server, error, socket);
  });
}
