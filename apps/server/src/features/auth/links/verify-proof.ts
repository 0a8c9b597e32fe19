import type { AuthSessionView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { consumeMailedProof, type MailedProof } from './consume-mailed-proof.ts';
import { LINK_METHODS } from './link-type.ts';

const REFUSED = 'Token has expired or is invalid';

/**
 * Returns a session for a mailed token or its six digits. It works in any browser, because it needs no PKCE verifier.
 */
export async function verifyProof(
  context: AuthContext,
  proof: MailedProof,
  origin: Origin,
): Promise<Result<AuthSessionView, AuthRefusal>> {
  const admitted = await context.limits.admit('verify', origin.ip);
  if (!admitted.ok) return admitted;
  const outcome = await context.db.transaction(async (tx) => {
    const proven = await consumeMailedProof(context, tx, proof, origin);
    if (!proven.ok) return proven;
    const { user, ended } = proven.value;
    return ok({ ended, session: await signIn(context, tx, user, LINK_METHODS[proof.type], origin) });
  });
  if (!outcome.ok) return err('digits' in proof ? withDigitsMessage(outcome.error) : outcome.error);
  publishEndedSessions(context.bus, outcome.value.ended);
  return ok(outcome.value.session);
}

/** Replaces the message of a refusal about a link, because the user typed digits instead. */
const withDigitsMessage = (refusal: AuthRefusal): AuthRefusal =>
  refusal.code === 'otp_expired' ? authRefusal('otp_expired', { message: REFUSED }) : refusal;
