import type { AuthSessionView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import type { SecondFactorLimiter } from '../factors/second-factor-limiter.ts';
import { announceSecurityChange } from '../security/announce-security-change.ts';
import { lockSession } from '../sessions/sessions.repository.ts';
import { lockUser } from '../users/users.repository.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { countRecoveryCodes } from './recovery-codes.repository.ts';
import { useRecoveryCode } from './use-recovery-code.ts';

type Outcome<Value> = Promise<Result<Value, AuthRefusal>>;

/** Use cases for recovery codes. Each code can replace a lost second factor once. */
export interface RecoveryCodes {
  /** Creates ten codes, which are shown only once; earlier codes become invalid. */
  make(principal: Principal, origin: Origin): Outcome<readonly string[]>;
  count(userId: string): Promise<number>;
  /** Uses a code. Returns a session at aal2 with a new id; the caller's session ends. */
  use(principal: Principal, code: string, origin: Origin): Outcome<AuthSessionView>;
}

export function createRecoveryCodes(context: AuthContext, tries: SecondFactorLimiter): RecoveryCodes {
  return {
    make: (principal, origin) => makeCodes(context, principal, origin),
    count: (userId) => countRecoveryCodes(context.db.sql, userId),
    use: (principal, code, origin) => useRecoveryCode(context, tries, principal, code, origin),
  };
}

async function makeCodes(
  context: AuthContext,
  { userId, sessionId }: Principal,
  origin: Origin,
): Outcome<readonly string[]> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const session = await lockSession(tx, sessionId);
    if (user === null || session === null) return err(authRefusal('session_not_found'));
    if (session.aal !== 'aal2') return err(authRefusal('insufficient_aal'));
    const change = { userId, kind: 'recovery_codes_made', noticeTo: user.email, origin, details: {} } as const;
    await announceSecurityChange(context, tx, change);
    return ok(await makeRecoveryCodes(context, tx, { userId, sessionId, ...origin }));
  });
}
