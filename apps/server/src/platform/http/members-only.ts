import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import type { Forwarding } from './forwarding.ts';

/** What monitors ask of every process. */
const OF_MONITORS = new Set(['/health', '/health/live', '/health/ready', '/ready', '/metrics']);

/** For a process that serves nobody: monitors are answered, and what another process passes on; all else is not there. */
export function answerMembersOnly(app: App, forwarding: Forwarding): void {
  app.addHook('onRequest', async ({ raw, url }) => {
    const path = url.split('?', 1)[0] ?? '';
    if (!OF_MONITORS.has(path) && forwarding.requestId(raw) === null) throw new ApiError('not_found');
  });
}
