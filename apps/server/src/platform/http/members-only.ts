import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import type { Forwarding } from './forwarding.ts';

/** Paths of the routes that monitors read in every process. */
const MONITOR_PATHS = new Set(['/health', '/health/live', '/health/ready', '/ready', '/metrics']);

/** Makes a process without the API role answer only monitors and forwarded requests, and 404 to all others. */
export function serveMembersOnly(app: App, forwarding: Forwarding): void {
  app.addHook('onRequest', async ({ raw, url }) => {
    const path = url.split('?', 1)[0] ?? '';
    if (!MONITOR_PATHS.has(path) && forwarding.requestId(raw) === null) throw new ApiError('not_found');
  });
}
