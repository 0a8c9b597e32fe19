import { topicForAll } from '#platform/bus/bus.ts';

/** A session has ended: everything opened with it or cached for it must end too. */
export const SESSION_ENDED = topicForAll<{ readonly sessionId: string }>('auth.session-ended');
