import { err, ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from './auth-context.ts';
import { type AuthRefusal, refuse } from './errors/auth-error.ts';
import { weaknesses } from './passwords/password-policy.ts';
import type { SessionView } from './sessions/session-view.ts';
import { knowsAddress } from './sessions/sessions.repository.ts';
import { startSession } from './sessions/start-session.ts';
import { isBanned } from './users/auth-user.ts';
import { findUserByEmail, noteSignIn } from './users/users.repository.ts';

/** `email` is lower-case. */
export type PasswordSignIn = { readonly email: string; readonly password: string };

/**
 * Signs somebody in by password. An unknown address and a wrong password get the same answer after the same work, and
 * both are slowed down alike.
 */
export async function signInWithPassword(
  context: AuthContext,
  { email, password }: PasswordSignIn,
  origin: Origin,
): Promise<Result<SessionView, AuthRefusal>> {
  const { db, limits, hasher, clock, log } = context;
  const user = await findUserByEmail(db.sql, email);
  const knownAddress = await knowsAddress(db.sql, user?.id ?? null, origin.ip);
  const attempt = { account: email, ip: origin.ip, knownAddress };
  const admitted = limits.beginPassword(attempt);
  if (!admitted.ok) return admitted;
  const check = await hasher.check(password, user?.passwordHash ?? null);
  if (user === null || !check.matches) {
    log.info({ userId: user?.id ?? null, ip: origin.ip }, 'password sign-in refused');
    return err(refuse('invalid_credentials'));
  }
  limits.passwordMatched(attempt);
  if (isBanned(user, clock.now())) return err(refuse('user_banned'));
  const session = await db.transaction(async (tx) => {
    const signedIn = await noteSignIn(tx, user.id, check.rehash, new Date(clock.now()));
    return startSession(context, tx, signedIn, 'password', origin);
  });
  return ok(withWeakness(session, weaknesses(password, [email])));
}

/** A password chosen before the list grew still opens the door; the client is told to ask for a better one. */
function withWeakness(session: SessionView, reasons: ReturnType<typeof weaknesses>): SessionView {
  if (reasons.length === 0) return session;
  return { ...session, weak_password: { message: refuse('weak_password').message, reasons } };
}
