import type { EnrolledFactor } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { lockSession } from '../sessions/sessions.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';
import { factorSecretAad, MAX_FACTORS } from './factor.ts';
import { deleteAbandonedFactors, findFactors, insertFactor } from './factors.repository.ts';
import { SECRET_BYTES, toTotpKey } from './totp.ts';

export type Enrolment = { readonly friendlyName: string; readonly issuer: string };

/** Starts the enrolment of a second factor, which is used only after one of its codes has been verified. */
export async function enrollFactor(
  context: AuthContext,
  { userId, sessionId }: Principal,
  { friendlyName, issuer }: Enrolment,
): Promise<Result<EnrolledFactor, AuthRefusal>> {
  const id = context.ids.next();
  const secret = context.randomBytes(SECRET_BYTES);
  const nowMs = context.clock.now();
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const session = await lockSession(tx, sessionId);
    if (user === null || session === null) return err(authRefusal('session_not_found'));
    await deleteAbandonedFactors(tx, userId, friendlyName, nowMs);
    const refused = await enrolmentRefusal(tx, user, session.aal, friendlyName);
    if (refused) return err(refused);
    const secretSealed = context.sealer.seal(secret, factorSecretAad(id));
    await insertFactor(tx, { id, userId, friendlyName, secretSealed, now: new Date(nowMs) });
    const totp = toTotpKey(secret, issuer, user.email ?? user.id);
    return ok({ id, type: 'totp', friendly_name: friendlyName, totp } as const);
  });
}

/**
 * Returns the refusal of an enrolment; null if it is allowed. A further factor is refused at aal1: a client that knows
 * only the password must not add its own factor to the owner's account.
 */
async function enrolmentRefusal(
  tx: Transaction,
  user: AuthUser,
  aal: Principal['aal'],
  friendlyName: string,
): Promise<AuthRefusal | null> {
  if (user.isAnonymous) {
    const message = 'Anonymous user not allowed to perform these actions';
    return authRefusal('no_authorization', { message, status: 403 });
  }
  const factors = await findFactors(tx, user.id);
  const verified = factors.filter((factor) => factor.status === 'verified');
  if (verified.length > 0 && aal !== 'aal2') return authRefusal('insufficient_aal');
  if (factors.length >= MAX_FACTORS) return authRefusal('too_many_enrolled_mfa_factors');
  const isTaken = friendlyName !== '' && verified.some((factor) => factor.friendly_name === friendlyName);
  return isTaken ? authRefusal('mfa_factor_name_conflict') : null;
}
