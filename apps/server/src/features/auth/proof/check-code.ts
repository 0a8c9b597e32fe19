import { err, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { cancelFactorReset } from '../factor-reset/cancel-factor-reset.ts';
import { factorSecretAad } from '../factors/factor.ts';
import { type FactorRow, findFactors, storeAcceptedStep } from '../factors/factors.repository.ts';
import { recordWrongCode } from '../factors/record-wrong-code.ts';
import type { SecondFactorLimiter } from '../factors/second-factor-limiter.ts';
import { timeStepOfCode } from '../factors/totp.ts';
import { recoveryCodeHash } from '../recovery-codes/recovery-code.ts';
import { consumeRecoveryCode, countRecoveryCodes } from '../recovery-codes/recovery-codes.repository.ts';
import { announceSecurityChange } from '../security/announce-security-change.ts';
import { lockSession } from '../sessions/sessions.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';

type CodeOwner = { readonly user: AuthUser; readonly sessionId: string; readonly origin: Origin };

const APP_CODE = /^\s*(?:\d\s*){6}$/;

/**
 * Checks a current code of any verified factor of the user, or a recovery code. A recovery code is accepted so that a
 * user who lost a factor can prove their identity and remove it. Each code is accepted once, whether for a sign-in or a
 * proof.
 */
export async function checkCode(
  context: AuthContext,
  tries: SecondFactorLimiter,
  owner: CodeOwner,
  code: string,
): Promise<Result<null, AuthRefusal>> {
  return APP_CODE.test(code)
    ? checkAppCode(context, tries, owner, code)
    : checkRecoveryCode(context, tries, owner, code);
}

async function checkAppCode(
  context: AuthContext,
  tries: SecondFactorLimiter,
  owner: CodeOwner,
  code: string,
): Promise<Result<null, AuthRefusal>> {
  const { id: userId } = owner.user;
  const compared = (await verifiedFactors(context.db.sql, userId)).length;
  const admitted = await tries.beginCode(userId, compared);
  if (!admitted.ok) return admitted;
  const outcome = await whileOpen(context, owner, async (tx) => {
    const nowMs = context.clock.now();
    for (const factor of (await verifiedFactors(tx, userId)).slice(0, compared)) {
      const step = timeStepOfCode(secretOf(context, factor), code, nowMs, factor.last_step);
      if (step === null) continue;
      await storeAcceptedStep(tx, factor.id, step, new Date(nowMs));
      await cancelFactorReset(context, tx, userId, owner.origin);
      return ok(null);
    }
    await recordWrongCode(context, tx, owner);
    return err(authRefusal('mfa_verification_failed'));
  });
  if (outcome.ok) await tries.codeMatched(userId, compared);
  return outcome;
}

async function checkRecoveryCode(
  context: AuthContext,
  tries: SecondFactorLimiter,
  owner: CodeOwner,
  code: string,
): Promise<Result<null, AuthRefusal>> {
  const { user, sessionId, origin } = owner;
  const admitted = await tries.beginRecoveryCode(user.id);
  if (!admitted.ok) return admitted;
  const outcome = await whileOpen(context, owner, async (tx) => {
    const now = new Date(context.clock.now());
    if (!(await consumeRecoveryCode(tx, user.id, recoveryCodeHash(code), now))) {
      await recordWrongCode(context, tx, { ...owner, detail: { method: 'recovery_code' } });
      return err(authRefusal('mfa_verification_failed'));
    }
    const left = await countRecoveryCodes(tx, user.id);
    const change = { userId: user.id, kind: 'recovery_code_used', noticeTo: user.email, origin } as const;
    await announceSecurityChange(context, tx, { ...change, details: { codesLeft: left } });
    await cancelFactorReset(context, tx, user.id, origin);
    const event = { userId: user.id, sessionId, ip: origin.ip, userAgent: origin.userAgent, detail: { left } };
    await context.securityLog.append(tx, [{ ...event, kind: 'recovery_code_used' }]);
    return ok(null);
  });
  if (outcome.ok) await tries.recoveryCodeMatched(user.id);
  return outcome;
}

/**
 * Compares a code while the user is locked, so a code sent twice at once is accepted once. Refuses if the session has
 * ended.
 */
const whileOpen = (
  { db }: AuthContext,
  { user, sessionId }: CodeOwner,
  compare: (tx: Transaction) => Promise<Result<null, AuthRefusal>>,
): Promise<Result<null, AuthRefusal>> =>
  db.transaction(async (tx) => {
    const isOpen = (await lockUser(tx, user.id)) !== null && (await lockSession(tx, sessionId)) !== null;
    return isOpen ? compare(tx) : err(authRefusal('session_not_found'));
  });

const verifiedFactors = async (sql: Parameters<typeof findFactors>[0], userId: string): Promise<readonly FactorRow[]> =>
  (await findFactors(sql, userId)).filter(({ status }) => status === 'verified');

const secretOf = ({ sealer }: AuthContext, { id, secret_sealed }: FactorRow): Buffer =>
  sealer.open(secret_sealed, factorSecretAad(id));
