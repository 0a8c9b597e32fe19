import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { authBackend } from '#shared/auth/backend.ts';
import { api } from './api.ts';
import { openBrowserSocket } from './browser-socket.ts';
import { StreamClient, type StreamStatus } from './stream-client.ts';

/** The app's stream; the main layout starts and stops it. */
export const stream = new StreamClient({
  openSocket: openBrowserSocket,
  accessToken: async () => (await (await authBackend()).currentSession())?.access_token ?? null,
  // Any protected call would do: a refused one is mended there, or ends the session in words.
  checkSession: () => api.get('/api/v1/trading/mode/current', { schema: z.unknown() }),
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
});

export const useStreamStatus = (): StreamStatus =>
  useSyncExternalStore(
    (changed) => stream.onStatus(changed),
    () => stream.status,
  );
