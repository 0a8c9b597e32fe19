import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { lockUser } from '../users/users.repository.ts';
import { publishEndedSessions } from './end-sessions.ts';
import { deleteSessions, type SessionSelection } from './sessions.repository.ts';

/** Ends sessions at the user's request: their refresh and access tokens become invalid at once. */
export async function signOut(
  { db, bus, securityLog }: AuthContext,
  { userId, sessionId }: Principal,
  scope: SessionSelection['scope'],
  origin: Origin,
): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    // All transactions lock a user before the user's sessions, so concurrent requests wait for each other and never
    // deadlock.
    await lockUser(tx, userId);
    const ids = await deleteSessions(tx, { userId, scope, sessionId });
    const kind = scope === 'others' ? 'session_ended' : 'signed_out';
    const detail = { scope, count: ids.length };
    if (ids.length > 0) await securityLog.append(tx, [{ userId, kind, sessionId, ...origin, detail }]);
    return ids;
  });
  publishEndedSessions(bus, ended);
}
