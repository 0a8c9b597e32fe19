import { authBackend } from '#shared/auth/backend.ts';
import { noteClosedElsewhere } from '#shared/auth/session-end.ts';
import { forgetBotTokens, forgetStoredSession } from '#shared/auth/stored-session.ts';
import { ApiClient } from './api-client.ts';

/** The app's API client. */
export const api = new ApiClient({
  fetch: (input, init) => fetch(input, init),
  session: {
    read: async () => (await authBackend()).currentSession(),
    store: async (tokens) => (await authBackend()).storeTokens(tokens),
  },
  deadline: (ms) => AbortSignal.timeout(ms),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  endSession: (message, isClosedElsewhere) => {
    // Nothing to lose on these two: who has just deleted the account reads the farewell on the landing page.
    if (['/login', '/'].includes(window.location.pathname)) return;
    forgetStoredSession();
    forgetBotTokens();
    if (isClosedElsewhere) noteClosedElsewhere();
    window.alert(message);
    window.location.assign('/login');
  },
  // Renewed, the session names the factor that was set up elsewhere, and every protected page leads to its step.
  askSecondFactor: async () => (await authBackend()).renewSession(),
});
