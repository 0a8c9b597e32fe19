import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { lockUserForChange } from '../users/users.repository.ts';
import { publishEndedSessions } from './end-sessions.ts';
import { deleteSessions } from './sessions.repository.ts';

/** Ends one session of the user, which may be the current one; false if the user has no session with this id. */
export async function revokeSession(
  { db, bus, securityLog }: AuthContext,
  { userId, sessionId }: Principal,
  id: string,
  origin: Origin,
): Promise<boolean> {
  const ended = await db.transaction(async (tx) => {
    await lockUserForChange(tx, userId);
    const ids = await deleteSessions(tx, { userId, scope: 'local', sessionId: id });
    const detail = { count: ids.length, reason: 'owner' };
    if (ids.length > 0) await securityLog.append(tx, [{ userId, kind: 'session_ended', sessionId, ...origin, detail }]);
    return ids;
  });
  publishEndedSessions(bus, ended);
  return ended.length > 0;
}
