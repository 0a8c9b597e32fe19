import { topicForAll } from '#platform/bus/bus.ts';

/** Topic of ended sessions. Everything that was opened with the session or cached for it must end too. */
export const SESSION_ENDED = topicForAll<{ readonly sessionId: string }>('auth.session-ended');
