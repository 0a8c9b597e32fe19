import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext } from '../auth-context.ts';
import { isBanned } from '../users/auth-user.ts';
import type { SessionLiveness } from './session-liveness.ts';

/**
 * The user of an access token. `needsSecondFactor` is true if the user has a second factor that the session has not
 * shown.
 */
export type BearerUser = Principal & { readonly needsSecondFactor: boolean };

export type BearerFault = 'invalid' | 'expired' | 'session_ended' | 'banned';

/**
 * Accepts an access token only while its session is open. The assurance level comes from the stored session, not from
 * the claims of the token.
 */
export async function checkBearer(
  { tokens, clock, sessionLimits }: AuthContext,
  liveness: SessionLiveness,
  accessToken: string,
): Promise<Result<BearerUser, BearerFault>> {
  const nowMs = clock.now();
  const claims = await tokens.verify(accessToken, nowMs);
  if (!claims.ok) return claims;
  const { userId, sessionId } = claims.value;
  const session = await liveness.find(sessionId);
  if (session === null || session.user_id !== userId) return err('session_ended');
  if (nowMs - session.created_at.getTime() >= sessionLimits.absoluteMs) return err('session_ended');
  if (isBanned({ bannedUntil: session.banned_until }, nowMs)) return err('banned');
  const { is_anonymous: isAnonymous, aal } = session;
  const needsSecondFactor = session.has_second_factor && aal === 'aal1';
  return ok({ userId, sessionId, isAnonymous, aal, scopes: null, needsSecondFactor });
}
