import { err, ok, type Result } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from './auth-context.ts';
import { type AuthRefusal, refuse } from './errors/auth-error.ts';
import { allowedRedirect } from './links/allowed-redirect.ts';
import { mailALink } from './links/mail-a-link.ts';
import type { MailRequest } from './links/request-recovery.ts';
import { alreadyRegisteredMail } from './mails/notice-mails.ts';
import { TOKEN_LIFE_MS, type TokenRequest } from './one-time-tokens/one-time-token.ts';
import { weaknesses } from './passwords/password-policy.ts';
import type { SessionView } from './sessions/session-view.ts';
import { signIn } from './sessions/sign-in.ts';
import { type AuthUser, type Metadata, newcomer } from './users/auth-user.ts';
import { checkMetadata, usernameIn } from './users/metadata.ts';
import { toUserView, type UserView } from './users/user-view.ts';
import { insertUser, lockUserByEmail, type NewUser } from './users/users.repository.ts';

export type SignUp = MailRequest & { readonly password: string; readonly metadata: Metadata };

/**
 * Starts a sign-up, which the owner of the address must confirm. The client learns only facts of its own request: for
 * an address with an account the response is the same, except for the empty `identities` by which the client library
 * recognises it.
 */
export async function signUp(
  context: AuthContext,
  request: SignUp,
  origin: Origin,
): Promise<Result<UserView, AuthRefusal>> {
  const { email, password, challenge } = request;
  const admitted = await context.limits.admit('signUp', origin.ip);
  if (!admitted.ok) return admitted;
  const reasons = weaknesses(password, [email, usernameIn(request.metadata)]);
  if (reasons.length > 0) return err(refuse('weak_password', { weakPassword: reasons }));
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
 * Sends a confirmation mail for a user who is not confirmed. Only the token changes: password and details are stored
 * when the link is followed.
 */
async function askForConfirmation(context: AuthContext, tx: Transaction, asked: SignUpRequest): Promise<UserView> {
  const { email, wish } = asked;
  const now = new Date(context.clock.now());
  const person = { id: context.ids.next(), email, metadata: wish.metadata, now };
  const user = (await createPerson(context, tx, person, asked.origin)) ?? (await lockUserByEmail(tx, email));
  // The user was deleted meanwhile, by themselves or because another user confirmed the address.
  if (user === null) return askForConfirmation(context, tx, asked);
  if (user.emailConfirmedAt !== null) {
    await mailOwner(context, tx, email);
    return { ...toUserView(newcomer(person)), identities: [] };
  }
  await mailALink(context, tx, { user, kind: 'signup', wish, to: email });
  return toUserView(newcomer({ ...person, id: user.id }));
}

/** Creates an anonymous user, who trades paper money at once and may become a full account later. */
export async function signInAnonymously(
  context: AuthContext,
  metadata: Metadata,
  origin: Origin,
): Promise<Result<SessionView, AuthRefusal>> {
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

/** Creates user, profile and account together; null if the address already has an account. */
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

/** Notifies the owner of an account of a sign-up with their address, because they may have forgotten the account. */
async function mailOwner({ clock, outbox, site }: AuthContext, tx: Transaction, to: string): Promise<void> {
  const expiresAt = new Date(clock.now() + TOKEN_LIFE_MS);
  const mail = alreadyRegisteredMail({ to, siteUrl: site.url() });
  await outbox.enqueue(tx, { kind: 'already_registered', mail, expiresAt });
}
