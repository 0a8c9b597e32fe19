import type { AuthSessionView } from '@vigia/contract';
import { type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin, SessionLimits } from '../auth-context.ts';
import { type AuthErrorCode, type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { cancelFactorReset } from '../factor-reset/cancel-factor-reset.ts';
import { mailNotice } from '../security/mail-notice.ts';
import {
  isGenuineRefreshToken,
  makeRefreshToken,
  parseRefreshToken,
  type RefreshToken,
} from '../tokens/refresh-token.ts';
import { isBanned } from '../users/auth-user.ts';
import { findUserById, lockUser } from '../users/users.repository.ts';
import { publishEndedSessions } from './end-sessions.ts';
import { toSessionView } from './session-view.ts';
import { deleteSessions, lockSession, rotateSession, type SessionRow } from './sessions.repository.ts';
import { refreshKeyAad } from './start-session.ts';

/**
 * Decisions about a genuine refresh token: `rotate` issues a new one, `repeat` returns the current one again, `reused`
 * ends the session because of reuse, and `expired` refuses because the session has expired.
 */
export type RefreshDecision = 'rotate' | 'repeat' | 'reused' | 'expired';

/**
 * Decides about a refresh token. The current token is replaced by a new one. For its predecessor the current token is
 * returned again, however late, because the client may have failed to save it. Any older token counts as a late
 * duplicate within the reuse interval after a rotation, and as stolen later.
 */
export function decideRefresh(
  session: Pick<SessionRow, 'refresh_counter' | 'rotated_at' | 'created_at' | 'last_seen_at'>,
  counter: number,
  limits: SessionLimits,
  nowMs: EpochMs,
): RefreshDecision {
  const idleForMs = nowMs - session.last_seen_at.getTime();
  const ageMs = nowMs - session.created_at.getTime();
  if (idleForMs >= limits.idleMs || ageMs >= limits.absoluteMs) return 'expired';
  const steps = session.refresh_counter - counter;
  if (steps === 0) return 'rotate';
  if (steps === 1) return 'repeat';
  return nowMs - session.rotated_at.getTime() <= limits.reuseIntervalMs ? 'repeat' : 'reused';
}

type Refreshed = { readonly session: SessionRow; readonly refreshToken: string };
type Refusal = { readonly code: AuthErrorCode; readonly ended: readonly string[]; readonly userId: string };

/** Exchanges a refresh token for a new access token. If an old refresh token is used too late, the session ends. */
export async function refreshSession(
  context: AuthContext,
  token: string,
  origin: Origin,
): Promise<Result<AuthSessionView, AuthRefusal>> {
  const admitted = await context.limits.admit('refresh', origin.ip);
  if (!admitted.ok) return admitted;
  const parsed = parseRefreshToken(token);
  if (parsed === null) return err(authRefusal('refresh_token_not_found'));
  const outcome = await context.db.transaction((tx) => exchange(context, tx, parsed));
  if (!outcome.ok) {
    const { code, ended, userId } = outcome.error;
    publishEndedSessions(context.bus, ended);
    if (code === 'refresh_token_already_used')
      await endReused(context, { userId, sessionId: parsed.sessionId }, origin);
    return err(authRefusal(code));
  }
  const { session, refreshToken } = outcome.value;
  const user = await findUserById(context.db.sql, session.user_id);
  if (user === null) return err(authRefusal('refresh_token_not_found'));
  if (isBanned(user, context.clock.now())) return err(authRefusal('user_banned'));
  return ok(await toSessionView(context, context.db.sql, user, session, refreshToken));
}

async function exchange(
  context: AuthContext,
  tx: Transaction,
  token: RefreshToken,
): Promise<Result<Refreshed, Refusal>> {
  const { sealer, clock, sessionLimits } = context;
  const session = await lockSession(tx, token.sessionId);
  const unknown = { code: 'refresh_token_not_found', ended: [], userId: '' } as const;
  if (session === null) return err(unknown);
  const key = sealer.open(session.refresh_key, refreshKeyAad(session.id));
  if (!isGenuineRefreshToken(token, key)) return err(unknown);
  const nowMs = clock.now();
  switch (decideRefresh(session, token.counter, sessionLimits, nowMs)) {
    case 'rotate': {
      const counter = session.refresh_counter + 1;
      await rotateSession(tx, session.id, counter, new Date(nowMs));
      // A session at aal2 has shown the second factor, so the user has not lost it.
      if (session.aal === 'aal2') await cancelFactorReset(context, tx, session.user_id, null);
      return ok({ session, refreshToken: makeRefreshToken(session.id, counter, key) });
    }
    case 'repeat':
      return ok({ session, refreshToken: makeRefreshToken(session.id, session.refresh_counter, key) });
    case 'expired':
      return err(await endOne(tx, session, 'session_expired'));
    case 'reused':
      return err({ code: 'refresh_token_already_used', ended: [], userId: session.user_id });
  }
}

async function endOne(tx: Transaction, session: SessionRow, code: AuthErrorCode): Promise<Refusal> {
  const ended = await deleteSessions(tx, { userId: session.user_id, scope: 'local', sessionId: session.id });
  return { code, ended, userId: session.user_id };
}

/**
 * Ends a session whose old refresh token was used too late, and notifies the user by mail, because another client may
 * have the token. Locks the user before the session, as all transactions do, so concurrent requests never deadlock.
 */
async function endReused(
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
  publishEndedSessions(context.bus, ended);
  context.log.warn({ userId, sessionId, ip: origin.ip }, 'old refresh token used again, session ended');
}
