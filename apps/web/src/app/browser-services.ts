import { z } from 'zod';
import { authBackend, PROOF_KEEPER } from '#shared/auth/backend.ts';
import { rememberClosedElsewhere } from '#shared/auth/session-end.ts';
import { forgetBotTokens, forgetStoredSession } from '#shared/auth/stored-session.ts';
import { ApiClient } from '#shared/lib/api-client.ts';
import { openBrowserSocket } from '#shared/lib/browser-socket.ts';
import { createServices, type Services } from '#shared/lib/services.ts';
import { StreamClient } from '#shared/lib/stream-client.ts';
import { callAfter } from '#shared/lib/timer.ts';

/** Creates the services that the app uses in a browser. The main layout opens the stream later. */
export function createBrowserServices(): Services {
  const api = browserApi();
  const stream = new StreamClient({
    openSocket: openBrowserSocket,
    accessToken: async () => (await (await authBackend()).currentSession())?.access_token ?? null,
    // Any route that requires a session works here. If the server refuses the session, the API client renews it, or
    // ends it with a message.
    checkSession: () => api.get('/api/v1/trading/mode/current', { schema: z.unknown() }),
    now: () => Date.now(),
    after: callAfter,
    random: () => Math.random(),
  });
  return createServices({ api, stream, proofs: PROOF_KEEPER });
}

const browserApi = (): ApiClient =>
  new ApiClient({
    fetch: (input, init) => fetch(input, init),
    session: {
      read: async () => (await authBackend()).currentSession(),
      store: async (tokens) => (await authBackend()).storeTokens(tokens),
    },
    deadline: (ms) => AbortSignal.timeout(ms),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    endSession: (message, isClosedElsewhere) => {
      // The pages /login and / show no data of a user, so nothing is left to end there. After the deletion of an
      // account, the landing page shows its own notice.
      if (['/login', '/'].includes(window.location.pathname)) return;
      forgetStoredSession();
      forgetBotTokens();
      if (isClosedElsewhere) rememberClosedElsewhere();
      window.alert(message);
      window.location.assign('/login');
    },
    // Another session of the user has set up a second factor. The renewed session contains this fact, and protected
    // pages then redirect to the second-factor step.
    askSecondFactor: async () => (await authBackend()).renewSession(),
    proofs: PROOF_KEEPER,
  });
