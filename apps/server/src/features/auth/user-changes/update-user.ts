import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { hasVerifiedFactor } from '../factors/factors.repository.ts';
import { notifyOwner } from '../mails/notify-owner.ts';
import { weaknesses } from '../passwords/password-policy.ts';
import { afterCredentialChange } from '../security/after-credential-change.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { findAuthenticationMethods, type SessionRow } from '../sessions/sessions.repository.ts';
import type { AuthUser, Metadata } from '../users/auth-user.ts';
import { checkMetadata, mergeMetadata, usernameIn } from '../users/metadata.ts';
import { changeUser, findUserById, isConfirmedAddress, lockUser } from '../users/users.repository.ts';
import { proveOwnership } from './prove-ownership.ts';
import { requestEmailChange } from './request-email-change.ts';
import { type CredentialChange, credentialsIn, type UserChange } from './user-change.ts';

/**
 * Changes the caller's own account. A new password is valid at once and ends all other sessions. A new address becomes
 * valid when the user follows the mailed link, as does the first password of an anonymous user.
 */
export async function updateUser(
  context: AuthContext,
  principal: Principal,
  change: UserChange,
  origin: Origin,
): Promise<Result<AuthUser, AuthRefusal>> {
  const calm = await context.limits.admit('userChange', origin.ip);
  if (!calm.ok) return calm;
  const user = await findUserById(context.db.sql, principal.userId);
  if (user === null) return err(authRefusal('session_not_found'));
  const wish = credentialsIn(user, change);
  const refused = refusalOf(user, change, wish);
  if (refused) return err(refused);
  const metadata = checkMetadata(mergeMetadata(user.metadata, change.data ?? {}));
  if (!metadata.ok) return metadata;
  const request: Request = { user, principal, change, wish, origin };
  const admitted = await admitCredentials(context, request);
  return admitted.ok ? applyChange(context, request, admitted.value) : admitted;
}

type Request = {
  readonly user: AuthUser;
  readonly principal: Principal;
  readonly change: UserChange;
  readonly wish: CredentialChange;
  readonly origin: Origin;
};

/**
 * Refuses data that users may not change, a phone number (there is no SMS service), and a password of a user without an
 * e-mail address (it could not be recovered).
 */
function refusalOf(user: AuthUser, change: UserChange, wish: CredentialChange): AuthRefusal | null {
  if (change.appMetadata !== undefined) return authRefusal('not_admin');
  if (change.phone) return authRefusal('phone_provider_disabled');
  if (user.isAnonymous && wish.password !== null && wish.email === null) {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    return authRefusal('validation_failed', { message, status: 422 });
  }
  return null;
}

/**
 * Checks whether password and address may change. Returns the hash of the new password; null if the password does not
 * change.
 */
async function admitCredentials(
  context: AuthContext,
  { user, principal, change, wish, origin }: Request,
): Promise<Result<string | null, AuthRefusal>> {
  if (wish.email === null && wish.password === null) return ok(null);
  if (principal.aal === 'aal1' && (await hasVerifiedFactor(context.db.sql, user.id))) {
    return err(authRefusal('insufficient_aal'));
  }
  const reasons = wish.password === null ? [] : weaknesses(wish.password, ownWords(user, change));
  if (reasons.length > 0) return err(authRefusal('weak_password', { weakPassword: reasons }));
  const proved = await proveOwnership(context, { user, sessionId: principal.sessionId, origin }, wish, change);
  if (!proved.ok) return proved;
  if (wish.password !== null && (await context.hasher.check(wish.password, user.passwordHash)).matches) {
    return err(authRefusal('same_password'));
  }
  const mailable = await admitMail(context, wish, origin);
  if (!mailable.ok) return mailable;
  return ok(wish.password === null ? null : await context.hasher.hash(wish.password));
}

const ownWords = (user: AuthUser, { email, data }: UserChange): readonly string[] => [
  user.email ?? '',
  email ?? '',
  usernameIn(user.metadata),
  usernameIn(data ?? {}),
];

async function admitMail(
  { limits }: AuthContext,
  { email }: CredentialChange,
  { ip }: Origin,
): Promise<Result<null, AuthRefusal>> {
  if (email === null) return ok(null);
  const admitted = await limits.admit('mail', ip);
  return admitted.ok ? await limits.admitMail('other', email) : admitted;
}

async function applyChange(
  context: AuthContext,
  request: Request,
  passwordHash: string | null,
): Promise<Result<AuthUser, AuthRefusal>> {
  const { principal, change, wish } = request;
  const nowMs = context.clock.now();
  const outcome = await context.db.transaction(async (tx) => {
    const locked = await lockUser(tx, principal.userId);
    // The change is refused if a concurrent request, such as a change of the password, has ended this session.
    const amr = await findAuthenticationMethods(tx, principal.sessionId);
    if (locked === null || amr === null) return err(authRefusal('session_not_found'));
    const metadata = checkMetadata(mergeMetadata(locked.metadata, change.data ?? {}));
    if (!metadata.ok) return metadata;
    if (wish.email !== null && !locked.isAnonymous && (await isConfirmedAddress(tx, wish.email))) {
      await notifyOwner(context, tx, { to: wish.email, isTaken: true });
      return err(authRefusal('email_exists'));
    }
    const holdsNow = locked.isAnonymous ? null : passwordHash;
    await changeUser(tx, locked.id, { metadata: metadata.value, passwordHash: holdsNow, now: new Date(nowMs) });
    await setTimeZone(context, tx, locked.id, change.data);
    const ended = holdsNow === null ? [] : await afterCredentialChange(context, tx, passwordChanged(request, amr));
    const waiting = locked.isAnonymous ? passwordHash : null;
    if (wish.email !== null) await requestEmailChange(context, tx, { ...request, email: wish.email, waiting });
    return ok({ user: (await findUserById(tx, locked.id)) ?? locked, ended });
  });
  if (!outcome.ok) return outcome;
  publishEndedSessions(context.bus, outcome.value.ended);
  return ok(outcome.value.user);
}

const setTimeZone = ({ accounts, clock }: AuthContext, tx: Transaction, userId: string, data: Metadata | undefined) =>
  accounts.setTimeZone(tx, userId, data?.['time_zone'], clock.now());

/**
 * Returns the consequences of a new password. After a password reset by mail, bot tokens are deleted, because an
 * intruder may have created them with the old password.
 */
function passwordChanged({ user, principal: { sessionId }, origin }: Request, amr: SessionRow['amr']) {
  const isReset = amr.some(({ method }) => method === 'recovery');
  const isFirst = user.passwordHash === null && !isReset;
  const bots = isReset ? 'revoke' : 'pause';
  return { userId: user.id, kind: 'password_changed', sessionId, origin, noticeTo: user.email, isFirst, bots } as const;
}
