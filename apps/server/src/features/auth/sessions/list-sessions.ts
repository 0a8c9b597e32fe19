import type { AuthContext } from '../auth-context.ts';
import { listSessions, type OpenSessionRow } from './sessions.repository.ts';

/** Returns the user's sessions that can still be refreshed, the most recently used first. */
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
