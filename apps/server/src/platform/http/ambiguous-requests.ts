import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';

/**
 * Refuses requests that two programs may read differently. The first kind has a second Host header (RFC 9112, 3.2). The
 * second kind asks for an upgrade at a route without a WebSocket; such a connection would leave HTTP and its limits.
 * Call this function after the WebSocket plugin and before any route is registered.
 */
export function refuseAmbiguousRequests(app: App): void {
  const sockets = new Set<string>();
  app.addHook('onRoute', ({ websocket, url }) => {
    if (websocket) sockets.add(url);
  });
  app.addHook('onRequest', async ({ raw, ws, routeOptions }) => {
    if (repeatsHost(raw.rawHeaders)) throw new ApiError('host_header_repeated');
    if (ws && !sockets.has(routeOptions.url ?? '')) throw new ApiError('upgrade_refused');
  });
}

/** Counts Host headers in a list of alternating names and values. Node keeps only the first in `headers`. */
function repeatsHost(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
