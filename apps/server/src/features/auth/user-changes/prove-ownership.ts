import { err, ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, refuse } from '../errors/auth-error.ts';
import { consumeDigits } from '../one-time-tokens/one-time-tokens.repository.ts';
import { findAmr, knowsAddress } from '../sessions/sessions.repository.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { lockUser } from '../users/users.repository.ts';
import type { CredentialChange, UserChange } from './user-change.ts';

/** How long a session that was opened by a recovery link may set a password. */
const RECOVERY_MS = 15 * 60_000;
/** How long a sign-in by password is enough proof for a change of address. */
const FRESH_SIGN_IN_MS = 5 * 60_000;

export type Ownership = { readonly user: AuthUser; readonly sessionId: string; readonly origin: Origin };
type Proof = Pick<UserChange, 'currentPassword' | 'nonce'>;

/**
 * Checks that the user makes the request, and not just a client with their session: by a recovery link, mailed digits,
 * the current password or, for the address, a recent sign-in. The first password of a confirmed user replaces no other
 * and needs no proof. An anonymous user has no proof to give.
 */
export async function proveOwnership(
  context: AuthContext,
  owner: Ownership,
  wish: CredentialChange,
  proof: Proof,
): Promise<Result<null, AuthRefusal>> {
  const { user, sessionId } = owner;
  if (user.isAnonymous) return ok(null);
  const ageMs = await methodAges(context, sessionId);
  if (ageMs('recovery') < RECOVERY_MS) return ok(null);
  if (proof.nonce !== undefined) return consumeNonce(context, user.id, proof.nonce);
  if (proof.currentPassword !== undefined) return checkPassword(context, owner, proof.currentPassword);
  if (wish.password !== null && user.passwordHash !== null) return err(refuse('current_password_required'));
  const isFresh = ageMs('password') < FRESH_SIGN_IN_MS;
  return wish.email === null || isFresh ? ok(null) : err(refuse('reauthentication_needed'));
}

/** Returns how long ago each authentication method was used in a session; Infinity if never. */
async function methodAges({ db, clock }: AuthContext, sessionId: string) {
  const amr = (await findAmr(db.sql, sessionId)) ?? [];
  return (method: (typeof amr)[number]['method']): number => {
    const entry = amr.find((one) => one.method === method);
    return entry ? clock.now() - entry.timestamp * 1_000 : Number.POSITIVE_INFINITY;
  };
}

/**
 * Checks mailed digits in its own transaction: a wrong try must count even if the change is rolled back, and right
 * digits are consumed.
 */
async function consumeNonce(context: AuthContext, userId: string, nonce: string): Promise<Result<null, AuthRefusal>> {
  const spent = await context.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return consumeDigits(context, tx, userId, 'reauthentication', nonce);
  });
  return spent ? ok(null) : err(refuse('reauthentication_not_valid'));
}

async function checkPassword(
  { db, hasher, limits }: AuthContext,
  { user, origin }: Ownership,
  password: string,
): Promise<Result<null, AuthRefusal>> {
  const attempt = {
    account: user.email ?? user.id,
    ip: origin.ip,
    knownAddress: await knowsAddress(db.sql, user.id, origin.ip),
  };
  const admitted = await limits.beginPassword(attempt);
  if (!admitted.ok) return admitted;
  if (!(await hasher.check(password, user.passwordHash)).matches) return err(refuse('current_password_invalid'));
  await limits.passwordMatched(attempt);
  return ok(null);
}
