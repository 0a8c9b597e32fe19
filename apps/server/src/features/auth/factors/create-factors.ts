import type { EnrolledFactor, FactorChallenge } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import type { SessionLiveness } from '../sessions/session-liveness.ts';
import { lockSession } from '../sessions/sessions.repository.ts';
import { lockUser } from '../users/users.repository.ts';
import { type Enrolment, enrollFactor } from './enroll-factor.ts';
import { CHALLENGE_LIFE_MS } from './factor.ts';
import { findFactors, insertChallenge } from './factors.repository.ts';
import { removeFactor } from './remove-factor.ts';
import type { SecondFactorLimiter } from './second-factor-limiter.ts';
import { type ShownCode, type VerifiedFactor, verifyFactor } from './verify-factor.ts';

type Outcome<Value> = Promise<Result<Value, AuthRefusal>>;

/** Use cases for the caller's second factors (TOTP). A factor of another user counts as unknown. */
export interface Factors {
  enroll(principal: Principal, enrolment: Enrolment): Outcome<EnrolledFactor>;
  challenge(principal: Principal, factorId: string): Outcome<FactorChallenge>;
  /** Verifies a code. Returns a session at aal2 with a new id; the caller's session ends. */
  verify(principal: Principal, shown: ShownCode, origin: Origin): Outcome<VerifiedFactor>;
  /**
   * True if {@link verify} needs a re-authentication proof: for the first code of a factor, which completes the
   * enrolment. False for a session that has not shown the second factor yet, because {@link verify} refuses it anyway.
   */
  needsProof(principal: Principal, factorId: string): Promise<boolean>;
  /** True for a verified factor of this user. The removal of an unverified factor needs no re-authentication proof. */
  isVerified(userId: string, factorId: string): Promise<boolean>;
  remove(principal: Principal, factorId: string, origin: Origin): Outcome<{ readonly id: string }>;
}

export function createFactors(context: AuthContext, liveness: SessionLiveness, tries: SecondFactorLimiter): Factors {
  return {
    enroll: (principal, enrolment) => enrollFactor(context, principal, enrolment),
    challenge: (principal, factorId) => challengeFactor(context, principal, factorId),
    verify: (principal, shown, origin) => verifyFactor(context, tries, principal, shown, origin),
    needsProof: async ({ userId, aal }, factorId) => {
      const factors = await findFactors(context.db.sql, userId);
      const owesFactor = aal === 'aal1' && factors.some(({ status }) => status === 'verified');
      return !owesFactor && factors.some(({ id, status }) => id === factorId && status === 'unverified');
    },
    isVerified: async (userId, factorId) =>
      (await findFactors(context.db.sql, userId)).some(({ id, status }) => id === factorId && status === 'verified'),
    remove: (principal, factorId, origin) => removeFactor(context, liveness, principal, factorId, origin),
  };
}

/** Creates a challenge in this session for one of the user's factors. A code of the factor answers it. */
async function challengeFactor(
  context: AuthContext,
  { userId, sessionId }: Principal,
  factorId: string,
): Promise<Result<FactorChallenge, AuthRefusal>> {
  const id = context.ids.next();
  const nowMs = context.clock.now();
  return context.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await lockSession(tx, sessionId)) === null) return err(authRefusal('session_not_found'));
    const factors = await findFactors(tx, userId);
    if (!factors.some((factor) => factor.id === factorId)) return err(authRefusal('mfa_factor_not_found'));
    await insertChallenge(tx, { id, factorId, sessionId }, nowMs);
    return ok({ id, type: 'totp', expires_at: Math.floor((nowMs + CHALLENGE_LIFE_MS) / 1_000) } as const);
  });
}
