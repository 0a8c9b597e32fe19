import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext } from '../auth-context.ts';
import { type AuthRefusal, refuse } from '../errors/auth-error.ts';
import { lockSession } from '../sessions/sessions.repository.ts';
import { lockUser } from '../users/users.repository.ts';
import { CHALLENGE_LIFE_MS } from './factor.ts';
import { findFactors, insertChallenge } from './factors.repository.ts';

/** `expires_at` in epoch seconds. */
export type ChallengeView = { readonly id: string; readonly type: 'totp'; readonly expires_at: number };

/** Asks this session for a code of one of its owner's factors. */
export async function challengeFactor(
  context: AuthContext,
  { userId, sessionId }: Principal,
  factorId: string,
): Promise<Result<ChallengeView, AuthRefusal>> {
  const id = context.ids.next();
  const nowMs = context.clock.now();
  return context.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await lockSession(tx, sessionId)) === null) return err(refuse('session_not_found'));
    const factors = await findFactors(tx, userId);
    if (!factors.some((factor) => factor.id === factorId)) return err(refuse('mfa_factor_not_found'));
    await insertChallenge(tx, { id, factorId, sessionId }, nowMs);
    return ok({ id, type: 'totp', expires_at: Math.floor((nowMs + CHALLENGE_LIFE_MS) / 1_000) } as const);
  });
}
