import { err, ok, type Result } from '@vigia/core/kernel';
import type { AuthContext, Origin } from './auth-context.ts';
import { type AuthRefusal, refuse } from './errors/auth-error.ts';
import { weaknesses } from './passwords/password-policy.ts';
import type { SessionView } from './sessions/session-view.ts';
import { startSession } from './sessions/start-session.ts';
import type { AuthenticationMethod, Metadata } from './users/auth-user.ts';
import { checkMetadata } from './users/metadata.ts';
import { insertUser } from './users/users.repository.ts';

/** `email` is lower-case and well-formed. */
export type SignUp = { readonly email: string; readonly password: string; readonly metadata: Metadata };

/** Makes an account from an address and a password; without a mail service it is confirmed at once and signed in. */
export async function signUp(
  context: AuthContext,
  { email, password, metadata }: SignUp,
  origin: Origin,
): Promise<Result<SessionView, AuthRefusal>> {
  const admitted = context.limits.admit('signUp', origin.ip);
  if (!admitted.ok) return admitted;
  const reasons = weaknesses(password, [email]);
  if (reasons.length > 0) return err(refuse('weak_password', { weakPassword: reasons }));
  const checked = checkMetadata(metadata);
  if (!checked.ok) return checked;
  const passwordHash = await context.hasher.hash(password);
  return createPerson(context, { email, passwordHash, metadata: checked.value, method: 'password' }, origin);
}

/** Makes a person without a name, who trades paper money at once and may become a full account later. */
export async function signInAnonymously(
  context: AuthContext,
  metadata: Metadata,
  origin: Origin,
): Promise<Result<SessionView, AuthRefusal>> {
  const admitted = context.limits.admit('anonymous', origin.ip);
  if (!admitted.ok) return admitted;
  const checked = checkMetadata(metadata);
  if (!checked.ok) return checked;
  const person = { email: null, passwordHash: null, metadata: checked.value, method: 'anonymous' } as const;
  return createPerson(context, person, origin);
}

type Person = {
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly metadata: Metadata;
  readonly method: AuthenticationMethod['method'];
};

/** Person, account and first session stand or fall together. */
function createPerson(
  context: AuthContext,
  { email, passwordHash, metadata, method }: Person,
  origin: Origin,
): Promise<Result<SessionView, AuthRefusal>> {
  const nowMs = context.clock.now();
  const id = context.ids.next();
  return context.db.transaction(async (tx) => {
    const user = await insertUser(tx, { id, email, passwordHash, metadata, now: new Date(nowMs) });
    if (user === null) return err(refuse('user_already_exists'));
    const { isAnonymous } = user;
    await context.accounts.openAccount(tx, { userId: id, email, phone: null, metadata, isAnonymous, nowMs });
    return ok(await startSession(context, tx, user, method, origin));
  });
}
