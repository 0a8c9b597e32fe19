import { topicForAll } from '#platform/bus/bus.ts';

/** A session has ended: everything open or cached for it ends now. */
export const SESSION_ENDED = topicForAll<{ readonly sessionId: string }>('auth.session-ended');
