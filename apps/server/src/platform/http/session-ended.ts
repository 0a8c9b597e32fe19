import { topicForAll } from '#platform/bus/bus.ts';

/** A session is over: whatever is held open or remembered for it ends now. */
export const SESSION_ENDED = topicForAll<{ readonly sessionId: string }>('auth.session-ended');
