import type { AuthSessionView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from './auth-context.ts';
import { type AuthRefusal, authRefusal } from './errors/auth-error.ts';
import { weaknesses } from './passwords/password-policy.ts';
import { hasSessionFromAddress } from './sessions/sessions.repository.ts';
import { signIn } from './sessions/sign-in.ts';
import { type AuthUser, isBanned } from './users/auth-user.ts';
import { findPasswordOwner, lockUser, lockUserForChange, replaceHash } from './users/users.repository.ts';

/** Credentials of a sign-in; `email` is lower-case. */
export type PasswordSignIn = { readonly email: string; readonly password: string };

/**
 * Signs a user in by password. An unknown address and a wrong password lead to the same response, the same work and the
 * same delays. An unconfirmed account is revealed only to a client that sends the right password.
 */
export async function signInWithPassword(
  context: AuthContext,
  { email, password }: PasswordSignIn,
  origin: Origin,
): Promise<Result<AuthSessionView, AuthRefusal>> {
  const { db, limits, hasher, clock } = context;
  const owner = await findPasswordOwner(db.sql, email);
  const user = owner?.user ?? null;
  const knownAddress = await hasSessionFromAddress(db.sql, user?.id ?? null, origin.ip);
  const attempt = { account: email, ip: origin.ip, knownAddress };
  const admitted = await limits.beginPassword(attempt);
  if (!admitted.ok) return admitted;
  const check = await hasher.check(password, owner?.passwordHash ?? null);
  if (user === null || !check.matches) {
    logFailure(context, user, origin);
    return err(authRefusal('invalid_credentials'));
  }
  await limits.passwordMatched(attempt);
  if (isBanned(user, clock.now())) return err(authRefusal('user_banned'));
  if (user.emailConfirmedAt === null) return err(authRefusal('email_not_confirmed'));
  const shown = { user, password, passwordHash: owner?.passwordHash ?? null, rehash: check.rehash };
  const session = await db.transaction((tx) => openIfUnchanged(context, tx, shown, origin));
  return session.ok ? ok(withWeakness(session.value, weaknesses(password, [email]))) : session;
}

type Shown = {
  readonly user: AuthUser;
  readonly password: string;
  /** `passwordHash` is the stored hash that the password matched; `rehash` is the hash to store instead, or null. */
  readonly passwordHash: string | null;
  readonly rehash: string | null;
};

/**
 * Opens the session only if password and address of the user are unchanged, because another request may have changed
 * them while the password was compared.
 */
async function openIfUnchanged(
  context: AuthContext,
  tx: Transaction,
  { user, password, passwordHash, rehash }: Shown,
  origin: Origin,
): Promise<Result<AuthSessionView, AuthRefusal>> {
  const now = await lockUser(tx, user.id);
  const isUnchanged = now?.passwordHash === passwordHash;
  const fits = isUnchanged || (await context.hasher.check(password, now?.passwordHash ?? null)).matches;
  if (now?.email !== user.email || !fits) return err(authRefusal('invalid_credentials'));
  if (isUnchanged && rehash !== null) await replaceHash(tx, user.id, rehash);
  return ok(await signIn(context, tx, user, 'password', origin));
}

/**
 * Logs the failed sign-in in the background, after the response. Only a known address has a security log, so writing it
 * earlier would reveal through the response time that the account exists.
 */
function logFailure({ log, background, db, securityLog }: AuthContext, user: AuthUser | null, origin: Origin): void {
  const { ip, userAgent } = origin;
  log.info({ userId: user?.id ?? null, ip }, 'password sign-in refused');
  if (user === null) return;
  background.run('noting a failed sign-in', () =>
    db.transaction(async (tx) => {
      await lockUserForChange(tx, user.id);
      await securityLog.append(tx, [{ userId: user.id, kind: 'sign_in_failed', sessionId: null, ip, userAgent }]);
    }),
  );
}

/**
 * Adds the reasons why the password is weak to the session. A weak password that was accepted under earlier rules still
 * works, but the client suggests a better one.
 */
function withWeakness(session: AuthSessionView, reasons: ReturnType<typeof weaknesses>): AuthSessionView {
  if (reasons.length === 0) return session;
  return { ...session, weak_password: { message: authRefusal('weak_password').message, reasons: [...reasons] } };
}
