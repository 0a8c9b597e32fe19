import type { AuthSessionView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { recordWrongCode } from '../factors/record-wrong-code.ts';
import type { SecondFactorLimiter } from '../factors/second-factor-limiter.ts';
import { announceSecurityChange } from '../security/announce-security-change.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { deleteSessions, lockSession } from '../sessions/sessions.repository.ts';
import { raiseSessionToAal2 } from '../sessions/step-up.ts';
import { lockUser } from '../users/users.repository.ts';
import { recoveryCodeHash } from './recovery-code.ts';
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.repository.ts';

/**
 * Accepts a recovery code instead of the second factor. Notifies the user by mail, because another person may have
 * found the code.
 */
export async function useRecoveryCode(
  context: AuthContext,
  tries: SecondFactorLimiter,
  { userId, sessionId }: Principal,
  code: string,
  origin: Origin,
): Promise<Result<AuthSessionView, AuthRefusal>> {
  const admitted = await tries.beginRecoveryCode(userId);
  if (!admitted.ok) return admitted;
  const from = { userId, ip: origin.ip, userAgent: origin.userAgent };
  const outcome = await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const session = await lockSession(tx, sessionId);
    if (user === null || session === null) return err(authRefusal('session_not_found'));
    if (!(await consumeRecoveryCode(tx, userId, recoveryCodeHash(code), new Date(context.clock.now())))) {
      const detail = { method: 'recovery_code' };
      await recordWrongCode(context, tx, { user, sessionId, origin, detail });
      return err(authRefusal('mfa_verification_failed'));
    }
    const left = await countRecoveryCodes(tx, userId);
    const change = { userId, kind: 'recovery_code_used', noticeTo: user.email, origin } as const;
    // This call locks the user's settings. It comes before `raiseSessionToAal2`, which may write the security log,
    // because all transactions lock the settings before the log.
    await announceSecurityChange(context, tx, { ...change, details: { codesLeft: left } });
    const ended = await deleteSessions(tx, { userId, scope: 'local', sessionId });
    const next = await raiseSessionToAal2(context, tx, { user, session, method: 'recovery_code', origin });
    const detail = { left };
    await context.securityLog.append(tx, [{ ...from, sessionId: next.sessionId, kind: 'recovery_code_used', detail }]);
    return ok({ view: next.view, ended });
  });
  if (!outcome.ok) return outcome;
  await tries.recoveryCodeMatched(userId);
  publishEndedSessions(context.bus, outcome.value.ended);
  return ok(outcome.value.view);
}
