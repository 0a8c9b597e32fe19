import { err, ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { consumeDigits } from '../one-time-tokens/one-time-tokens.repository.ts';
import { findAuthenticationMethods, hasSessionFromAddress } from '../sessions/sessions.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';
import type { CredentialChange, UserChange } from './user-change.ts';

/** Time after its start in which a session opened by a recovery link may set a password without other proof. */
const RECOVERY_MS = 15 * 60_000;
/** Time after the confirmation of the address in which the first password needs no other proof. */
const FRESH_ADDRESS_MS = 15 * 60_000;

export type Ownership = { readonly user: AuthUser; readonly sessionId: string; readonly origin: Origin };
type Proof = Pick<UserChange, 'currentPassword' | 'nonce' | 'isProved'>;

/**
 * Checks that the user makes the request, not merely a client with the user's session. Accepts a re-authentication
 * proof, a session opened by a recovery link, mailed digits or the current password. A recent sign-in is not accepted,
 * because a session may be stolen right after it. No proof is needed for the first password of a user who has just
 * confirmed their address, nor from an anonymous user.
 */
export async function proveOwnership(
  context: AuthContext,
  owner: Ownership,
  wish: CredentialChange,
  proof: Proof,
): Promise<Result<null, AuthRefusal>> {
  const { user, sessionId } = owner;
  if (user.isAnonymous || proof.isProved) return ok(null);
  if ((await recoveryAgeMs(context, sessionId)) < RECOVERY_MS) return ok(null);
  if (proof.nonce !== undefined) return consumeNonce(context, user.id, proof.nonce);
  if (proof.currentPassword !== undefined) return checkPassword(context, owner, proof.currentPassword);
  if (wish.password !== null && user.passwordHash !== null) return err(authRefusal('current_password_required'));
  const confirmedMs = user.emailConfirmedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const isFresh = wish.email === null && context.clock.now() - confirmedMs < FRESH_ADDRESS_MS;
  return isFresh ? ok(null) : err(authRefusal('reauthentication_needed'));
}

/** Returns when a recovery link opened this session; null if none did or RECOVERY_MS have passed since then. */
export async function recoveredAtMs(context: AuthContext, sessionId: string): Promise<number | null> {
  const ageMs = await recoveryAgeMs(context, sessionId);
  return ageMs < RECOVERY_MS ? context.clock.now() - ageMs : null;
}

/** Returns how long ago a recovery link opened a session; Infinity if no recovery link did. */
async function recoveryAgeMs({ db, clock }: AuthContext, sessionId: string): Promise<number> {
  const amr = (await findAuthenticationMethods(db.sql, sessionId)) ?? [];
  const entry = amr.find(({ method }) => method === 'recovery');
  return entry ? clock.now() - entry.timestamp * 1_000 : Number.POSITIVE_INFINITY;
}

/**
 * Checks mailed digits in a separate transaction, so that a wrong attempt counts even if the change is rolled back.
 * Right digits are consumed.
 */
export async function consumeNonce(
  context: AuthContext,
  userId: string,
  nonce: string,
): Promise<Result<null, AuthRefusal>> {
  const spent = await context.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return consumeDigits(context, tx, userId, 'reauthentication', nonce);
  });
  return spent ? ok(null) : err(authRefusal('reauthentication_not_valid'));
}

export async function checkPassword(
  { db, hasher, limits }: AuthContext,
  { user, origin }: Pick<Ownership, 'user' | 'origin'>,
  password: string,
): Promise<Result<null, AuthRefusal>> {
  const attempt = {
    account: user.email ?? user.id,
    ip: origin.ip,
    knownAddress: await hasSessionFromAddress(db.sql, user.id, origin.ip),
  };
  const admitted = await limits.beginPassword(attempt);
  if (!admitted.ok) return admitted;
  if (!(await hasher.check(password, user.passwordHash)).matches) return err(authRefusal('current_password_invalid'));
  await limits.passwordMatched(attempt);
  return ok(null);
}
