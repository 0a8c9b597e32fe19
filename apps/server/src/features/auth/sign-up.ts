import type { AuthSessionView, AuthUserView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from './auth-context.ts';
import { type AuthRefusal, authRefusal } from './errors/auth-error.ts';
import { allowedRedirect } from './links/allowed-redirect.ts';
import { mailLink } from './links/mail-link.ts';
import type { MailRequest } from './links/request-recovery.ts';
import { notifyOwner } from './mails/notify-owner.ts';
import type { TokenRequest } from './one-time-tokens/one-time-token.ts';
import { weaknesses } from './passwords/password-policy.ts';
import { signIn } from './sessions/sign-in.ts';
import { type AuthUser, type Metadata, unconfirmedUser } from './users/auth-user.ts';
import { checkMetadata, usernameIn } from './users/metadata.ts';
import { toUserView } from './users/user-view.ts';
import { insertUser, lockUserByEmail, type NewUser } from './users/users.repository.ts';

export type SignUp = MailRequest & { readonly password: string; readonly metadata: Metadata };

/**
 * Starts a sign-up, which the owner of the address must confirm. Response and work are the same whether the address is
 * new, unconfirmed or confirmed, so they reveal nothing about existing accounts. Only the response to the sign-up that
 * creates the account contains the id of the account.
 */
export async function signUp(
  context: AuthContext,
  request: SignUp,
  origin: Origin,
): Promise<Result<AuthUserView, AuthRefusal>> {
  const { email, password, challenge } = request;
  const admitted = await context.limits.admit('signUp', origin.ip);
  if (!admitted.ok) return admitted;
  const reasons = weaknesses(password, [email, usernameIn(request.metadata)]);
  if (reasons.length > 0) return err(authRefusal('weak_password', { weakPassword: reasons }));
  const metadata = checkMetadata(request.metadata);
  if (!metadata.ok) return metadata;
  const mailable = await context.limits.admitMail('signUp', email);
  if (!mailable.ok) return mailable;
  const passwordHash = await context.hasher.hash(password);
  const redirectTo = allowedRedirect(context.site, request.redirectTo);
  const wish = { passwordHash, metadata: metadata.value, redirectTo, challenge };
  return ok(await context.db.transaction((tx) => askForConfirmation(context, tx, { email, wish, origin })));
}

type SignUpRequest = {
  readonly email: string;
  readonly wish: TokenRequest & { readonly metadata: Metadata };
  readonly origin: Origin;
};

/**
 * Mails a confirmation link to an unconfirmed user, or a notice to the owner of a confirmed address. Only the mailed
 * token is stored now; password and details are stored when the link is followed.
 */
async function askForConfirmation(context: AuthContext, tx: Transaction, asked: SignUpRequest): Promise<AuthUserView> {
  const { email, wish, origin } = asked;
  const person = { id: context.ids.next(), email, metadata: wish.metadata, now: new Date(context.clock.now()) };
  const known = await lockUserByEmail(tx, email);
  if (known !== null) await pretendToCreate(context, tx, person, origin);
  const user = known ?? (await tx.savepoint((inner) => createPerson(context, inner, person, origin)));
  // A concurrent sign-up created the user after the query above.
  if (user === null) return askForConfirmation(context, tx, asked);
  const isTaken = user.emailConfirmedAt !== null;
  await mailLink(context, tx, { user: isTaken ? null : user, kind: 'signup', wish, to: email });
  await notifyOwner(context, tx, { to: email, isTaken });
  return toUserView(unconfirmedUser(person));
}

/** Error that rolls a savepoint back. */
class Rollback extends Error {}

/** Creates a user and rolls the creation back, so that the response takes as long as for a new address. */
async function pretendToCreate(context: AuthContext, tx: Transaction, person: NewUser, origin: Origin): Promise<void> {
  const email = `${person.id}@undone.invalid`;
  const pretend = tx.savepoint(async (inner) => {
    await createPerson(context, inner, { ...person, email }, origin);
    throw new Rollback();
  });
  await pretend.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
}

/** Creates an anonymous user, who trades paper money at once and may become a full account later. */
export async function signInAnonymously(
  context: AuthContext,
  metadata: Metadata,
  origin: Origin,
): Promise<Result<AuthSessionView, AuthRefusal>> {
  const admitted = await context.limits.admit('anonymous', origin.ip);
  if (!admitted.ok) return admitted;
  const checked = checkMetadata(metadata);
  if (!checked.ok) return checked;
  const person = { id: context.ids.next(), email: null, metadata: checked.value, now: new Date(context.clock.now()) };
  const session = await context.db.transaction(async (tx) => {
    await createPerson(context, tx, person, origin);
    return signIn(context, tx, person, 'anonymous', origin);
  });
  return ok(session);
}

/** Creates user, profile and paper account together; null if the address already has an account. */
async function createPerson(
  { accounts, clock, securityLog }: AuthContext,
  tx: Transaction,
  person: NewUser,
  { ip, userAgent }: Origin,
): Promise<AuthUser | null> {
  const user = await insertUser(tx, person);
  if (user === null) return null;
  const { id: userId, email, metadata, isAnonymous } = user;
  await accounts.openAccount(tx, { userId, email, phone: null, metadata, isAnonymous, nowMs: clock.now() });
  await securityLog.append(tx, [{ userId, kind: 'signed_up', sessionId: null, ip, userAgent }]);
  return user;
}
