import type { AuthContext } from '../auth-context.ts';
import { listSessions, type OpenSessionRow } from './sessions.repository.ts';

/** Where the person is signed in, the most recently used first; what nothing can refresh any more is left out. */
export async function openSessionsOf(
  { db, clock, sessionLimits }: AuthContext,
  userId: string,
): Promise<readonly OpenSessionRow[]> {
  const nowMs = clock.now();
  return listSessions(db.sql, userId, {
    seenAfter: new Date(nowMs - sessionLimits.idleMs),
    createdAfter: new Date(nowMs - sessionLimits.absoluteMs),
  });
}
