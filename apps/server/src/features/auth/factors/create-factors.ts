import type { Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { AuthRefusal } from '../errors/auth-error.ts';
import type { SessionLiveness } from '../sessions/session-liveness.ts';
import type { SessionView } from '../sessions/session-view.ts';
import { type ChallengeView, challengeFactor } from './challenge-factor.ts';
import { type EnrolledFactor, type Enrolment, enrollFactor } from './enroll-factor.ts';
import { removeFactor } from './remove-factor.ts';
import type { SecondFactorTries } from './second-factor-tries.ts';
import { type CodeShown, verifyFactor } from './verify-factor.ts';

type Outcome<Value> = Promise<Result<Value, AuthRefusal>>;

/** Second factors (TOTP). For the caller, only their own factors exist. */
export interface Factors {
  enroll(principal: Principal, enrolment: Enrolment): Outcome<EnrolledFactor>;
  challenge(principal: Principal, factorId: string): Outcome<ChallengeView>;
  /** Answers a session at aal2 with a new id; the caller's ends. */
  verify(principal: Principal, shown: CodeShown, origin: Origin): Outcome<SessionView>;
  remove(principal: Principal, factorId: string, origin: Origin): Outcome<{ readonly id: string }>;
}

export function createFactors(context: AuthContext, liveness: SessionLiveness, tries: SecondFactorTries): Factors {
  return {
    enroll: (principal, enrolment) => enrollFactor(context, principal, enrolment),
    challenge: (principal, factorId) => challengeFactor(context, principal, factorId),
    verify: (principal, shown, origin) => verifyFactor(context, tries, principal, shown, origin),
    remove: (principal, factorId, origin) => removeFactor(context, liveness, principal, factorId, origin),
  };
}
