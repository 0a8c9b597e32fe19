import type { AuthContext, Origin } from '../auth-context.ts';
import { mailNotice } from '../security/mail-notice.ts';
import { lockUser } from '../users/users.repository.ts';
import { publishEnded } from './end-sessions.ts';
import { deleteSessions } from './sessions.repository.ts';

/**
 * Ends a session whose refresh token was used again too late, and notifies its owner: another client may have the
 * token. The user is locked before their sessions, as everywhere, so that concurrent requests wait.
 */
export async function endReused(
  context: AuthContext,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  origin: Origin,
): Promise<void> {
  const ended = await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const ids = await deleteSessions(tx, { userId, scope: 'local', sessionId });
    if (user === null || ids.length === 0) return [];
    await context.securityLog.append(tx, [{ userId, kind: 'refresh_token_reused', sessionId, ...origin }]);
    await mailNotice(context, tx, { kind: 'refresh_token_reused', noticeTo: user.email, origin, details: {} });
    return ids;
  });
  publishEnded(context.bus, ended);
  context.log.warn({ userId, sessionId, ip: origin.ip }, 'old refresh token used again, session ended');
}
