import type { AuthSessionView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { makeRecoveryCodes } from '../recovery-codes/make-recovery-codes.ts';
import { afterCredentialChange } from '../security/after-credential-change.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { deleteSessions, lockSession, type SessionRow } from '../sessions/sessions.repository.ts';
import { raiseSessionToAal2 } from '../sessions/step-up.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';
import { CHALLENGE_LIFE_MS, factorSecretAad } from './factor.ts';
import {
  challengeCreatedAt,
  deleteUnverifiedFactors,
  type FactorRow,
  findFactors,
  storeAcceptedStep,
} from './factors.repository.ts';
import { recordWrongCode } from './record-wrong-code.ts';
import type { SecondFactorLimiter } from './second-factor-limiter.ts';
import { timeStepOfCode } from './totp.ts';

export type ShownCode = { readonly factorId: string; readonly challengeId: string; readonly code: string };

type ChallengeAnswer = {
  readonly user: AuthUser;
  readonly session: SessionRow;
  readonly factor: FactorRow;
  /** True if the user has no verified factor yet. */
  readonly isFirst: boolean;
  readonly shown: ShownCode;
  readonly origin: Origin;
};

/**
 * Result of a verified code. `recoveryCodes` are created with the user's first factor and returned only here; null for
 * any other factor.
 */
export type VerifiedFactor = { readonly session: AuthSessionView; readonly recoveryCodes: readonly string[] | null };

type Passed = VerifiedFactor & { readonly ended: readonly string[] };

/**
 * Verifies a code for a challenge. A new session at aal2 replaces the session of the request. The first code of a
 * factor also verifies the factor and ends every other session. The first factor of a user also creates the recovery
 * codes.
 */
export async function verifyFactor(
  context: AuthContext,
  tries: SecondFactorLimiter,
  principal: Principal,
  shown: ShownCode,
  origin: Origin,
): Promise<Result<VerifiedFactor, AuthRefusal>> {
  const admitted = await tries.beginCode(principal.userId);
  if (!admitted.ok) return admitted;
  const outcome = await context.db.transaction(async (tx) => {
    const asked = await findAsked(context, tx, principal, shown);
    return asked.ok ? answer(context, tx, { ...asked.value, shown, origin }) : asked;
  });
  if (!outcome.ok) return outcome;
  await tries.codeMatched(principal.userId);
  const { ended, ...passed } = outcome.value;
  publishEndedSessions(context.bus, ended);
  return ok(passed);
}

/**
 * Finds the challenge and its factor. Locks the user until the end of the transaction, so that a code sent twice at
 * once is accepted once.
 */
async function findAsked(
  { clock }: AuthContext,
  tx: Transaction,
  { userId, sessionId }: Principal,
  { factorId, challengeId }: ShownCode,
): Promise<Result<Omit<ChallengeAnswer, 'shown' | 'origin'>, AuthRefusal>> {
  const user = await lockUser(tx, userId);
  const session = await lockSession(tx, sessionId);
  if (user === null || session === null) return err(authRefusal('session_not_found'));
  const factors = await findFactors(tx, userId);
  const factor = factors.find(({ id }) => id === factorId);
  if (factor === undefined) return err(authRefusal('mfa_factor_not_found'));
  const createdAt = await challengeCreatedAt(tx, { id: challengeId, factorId, sessionId });
  if (createdAt === null) {
    return err(authRefusal('mfa_factor_not_found', { message: 'MFA factor with the provided challenge ID not found' }));
  }
  if (clock.now() - createdAt.getTime() >= CHALLENGE_LIFE_MS) return err(authRefusal('mfa_challenge_expired'));
  const isProtected = factors.some(({ status }) => status === 'verified');
  if (factor.status === 'unverified' && isProtected && session.aal !== 'aal2')
    return err(authRefusal('insufficient_aal'));
  return ok({ user, session, factor, isFirst: !isProtected });
}

async function answer(
  context: AuthContext,
  tx: Transaction,
  asked: ChallengeAnswer,
): Promise<Result<Passed, AuthRefusal>> {
  const { user, session, factor, isFirst, shown, origin } = asked;
  const nowMs = context.clock.now();
  const secret = context.sealer.open(factor.secret_sealed, factorSecretAad(factor.id));
  const step = timeStepOfCode(secret, shown.code, nowMs, factor.last_step);
  if (step === null) {
    await recordWrongCode(context, tx, { user, sessionId: session.id, origin });
    return err(authRefusal('mfa_verification_failed'));
  }
  await storeAcceptedStep(tx, factor.id, step, new Date(nowMs));
  const ended = await endReplaced(context, tx, asked);
  const { view, sessionId } = await raiseSessionToAal2(context, tx, { user, session, method: 'totp', origin });
  const from = { userId: user.id, sessionId, ip: origin.ip, userAgent: origin.userAgent };
  await context.securityLog.append(tx, [{ ...from, kind: 'second_factor_passed' }]);
  const recoveryCodes = isFirst ? await makeRecoveryCodes(context, tx, from) : null;
  return ok({ session: view, recoveryCodes, ended });
}

/**
 * Ends the session of the request and its challenges, so no challenge can be used twice. Returns the ids of ended
 * sessions.
 */
async function endReplaced(
  context: AuthContext,
  tx: Transaction,
  { user, session, factor, origin }: ChallengeAnswer,
): Promise<readonly string[]> {
  const userId = user.id;
  if (factor.status === 'verified') return deleteSessions(tx, { userId, scope: 'local', sessionId: session.id });
  await deleteUnverifiedFactors(tx, userId);
  const change = { kind: 'second_factor_added', sessionId: null, noticeTo: user.email, bots: 'pause' } as const;
  return afterCredentialChange(context, tx, { ...change, userId, origin, factorId: factor.id });
}
