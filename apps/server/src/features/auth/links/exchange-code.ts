import { createHash, timingSafeEqual } from 'node:crypto';
import type { AuthSessionView } from '@vigia/contract';
import { type EpochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import type { CodeChallenge } from '../one-time-tokens/one-time-token.ts';
import { signIn } from '../sessions/sign-in.ts';
import { isBanned } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';
import { type ConsumedAuthCode, consumeAuthCode, findAuthCodeOwner } from './auth-codes.repository.ts';

/**
 * Lifetime of an authorization code in milliseconds. It starts when the user follows the link, because the user may
 * read the mail long after it was sent.
 */
const CODE_LIFE_MS = 5 * 60_000;

/**
 * A code and its PKCE verifier.
 * @param verifier secret that the browser stored when it requested the mail
 */
export type CodeExchange = { readonly code: string; readonly verifier: string };

/**
 * Exchanges the code of a followed link for a session, in the browser that requested the link. Any attempt consumes the
 * code, even a failed one.
 */
export async function exchangeCode(
  context: AuthContext,
  { code, verifier }: CodeExchange,
  origin: Origin,
): Promise<Result<AuthSessionView, AuthRefusal>> {
  const admitted = await context.limits.admit('exchange', origin.ip);
  if (!admitted.ok) return admitted;
  return context.db.transaction(async (tx) => {
    const owner = await findAuthCodeOwner(tx, code);
    const user = owner === null ? null : await lockUser(tx, owner);
    const spent = await consumeAuthCode(tx, code);
    if (user === null || spent === null) return err(authRefusal('flow_state_not_found'));
    const refusal = refusalOf(spent, verifier, context.clock.now());
    if (refusal !== null) return err(refusal);
    if (isBanned(user, context.clock.now())) return err(authRefusal('user_banned'));
    return ok(await signIn(context, tx, user, spent.method, origin));
  });
}

function refusalOf(spent: ConsumedAuthCode, verifier: string, nowMs: EpochMs): AuthRefusal | null {
  if (nowMs - spent.created_at.getTime() >= CODE_LIFE_MS) return authRefusal('flow_state_expired');
  const challenge = { challenge: spent.code_challenge, method: spent.code_challenge_method };
  return matchesChallenge(verifier, challenge) ? null : authRefusal('bad_code_verifier');
}

/** True if the PKCE verifier matches the challenge (RFC 7636 §4.6). */
function matchesChallenge(verifier: string, { challenge, method }: CodeChallenge): boolean {
  const given = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(given), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
