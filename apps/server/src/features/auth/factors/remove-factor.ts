import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { deleteRecoveryCodes } from '../recovery-codes/recovery-codes.repository.ts';
import { afterCredentialChange } from '../security/after-credential-change.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import type { SessionLiveness } from '../sessions/session-liveness.ts';
import { lockSession, lowerSessionToAal1, type SessionRow } from '../sessions/sessions.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';
import { deleteFactor, findFactors, hasVerifiedFactor } from './factors.repository.ts';

/**
 * Removes one of the caller's factors. A verified one can be removed only in a session that has shown a second factor.
 */
export async function removeFactor(
  context: AuthContext,
  liveness: SessionLiveness,
  { userId, sessionId }: Principal,
  factorId: string,
  origin: Origin,
): Promise<Result<{ readonly id: string }, AuthRefusal>> {
  const outcome = await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const session = await lockSession(tx, sessionId);
    if (user === null || session === null) return err(authRefusal('session_not_found'));
    const factor = (await findFactors(tx, userId)).find(({ id }) => id === factorId);
    if (factor === undefined) return err(authRefusal('mfa_factor_not_found'));
    const counts = factor.status === 'verified';
    if (counts && session.aal !== 'aal2') return err(authRefusal('insufficient_aal'));
    await deleteFactor(tx, factorId);
    return ok(counts ? await afterRemoval(context, tx, user, session, origin) : []);
  });
  if (!outcome.ok) return outcome;
  publishEndedSessions(context.bus, outcome.value);
  liveness.forget(sessionId);
  return ok({ id: factorId });
}

/**
 * Applies the consequences of a removal and returns the ids of the ended sessions. Removing the last factor also
 * deletes the recovery codes and lowers the session to aal1. If another factor remains, the session keeps its level: a
 * user who lost several devices can then remove all their factors after one recovery code.
 */
async function afterRemoval(
  context: AuthContext,
  tx: Transaction,
  user: AuthUser,
  session: SessionRow,
  origin: Origin,
): Promise<readonly string[]> {
  const userId = user.id;
  if (!(await hasVerifiedFactor(tx, userId))) {
    await deleteRecoveryCodes(tx, userId);
    await lowerSessionToAal1(tx, session);
  }
  const change = { kind: 'second_factor_removed', sessionId: session.id, noticeTo: user.email, bots: 'pause' } as const;
  return afterCredentialChange(context, tx, { ...change, userId, origin });
}
