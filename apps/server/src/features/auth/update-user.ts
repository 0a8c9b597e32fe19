import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from './auth-context.ts';
import { type AuthRefusal, refuse } from './errors/auth-error.ts';
import { weaknesses } from './passwords/password-policy.ts';
import { publishEnded } from './sessions/end-sessions.ts';
import { deleteSessions } from './sessions/sessions.repository.ts';
import type { AuthUser, Metadata } from './users/auth-user.ts';
import { checkMetadata, mergeMetadata } from './users/metadata.ts';
import { changeUser, findUserById, lockUser } from './users/users.repository.ts';

/** What a person wants to change about his account; what is not there stays. `email` is lower-case. */
export type UserChange = {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  readonly current_password?: string | undefined;
  readonly data?: Metadata | undefined;
  readonly app_metadata?: unknown;
};

/** Changes the caller's own account. A new password ends every other session of his. */
export async function updateUser(
  context: AuthContext,
  principal: Principal,
  change: UserChange,
  origin: Origin,
): Promise<Result<AuthUser, AuthRefusal>> {
  const user = await findUserById(context.db.sql, principal.userId);
  if (user === null) return err(refuse('session_not_found'));
  const refused = refuseIdentityChange(user, change);
  if (refused) return err(refused);
  const metadata = checkMetadata(mergeMetadata(user.metadata, change.data ?? {}));
  if (!metadata.ok) return metadata;
  const passwordHash = await newPasswordHash(context, user, change, origin);
  if (!passwordHash.ok) return passwordHash;
  return applyChange(context, principal, change.data ?? {}, passwordHash.value);
}

/** What needs a mail or an SMS service is refused, and so is what nobody may change himself. */
function refuseIdentityChange(user: AuthUser, change: UserChange): AuthRefusal | null {
  if (change.app_metadata !== undefined) return refuse('not_admin');
  if (change.phone) return refuse('phone_provider_disabled');
  if (change.email && change.email !== user.email) return refuse('email_address_not_authorized');
  if (change.password !== undefined && user.passwordHash === null) {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    return refuse('validation_failed', { message });
  }
  return null;
}

/** The hash of an acceptable new password, null if none was given; knowing the old one is required. */
async function newPasswordHash(
  { hasher, limits }: AuthContext,
  user: AuthUser,
  { password, current_password: current }: UserChange,
  { ip }: Origin,
): Promise<Result<string | null, AuthRefusal>> {
  if (password === undefined) return ok(null);
  const reasons = weaknesses(password, [user.email ?? '']);
  if (reasons.length > 0) return err(refuse('weak_password', { weakPassword: reasons }));
  if (current === undefined) return err(refuse('current_password_required'));
  const attempt = { account: user.email ?? user.id, ip, knownAddress: true };
  const admitted = limits.beginPassword(attempt);
  if (!admitted.ok) return admitted;
  if (!(await hasher.check(current, user.passwordHash)).matches) return err(refuse('current_password_invalid'));
  limits.passwordMatched(attempt);
  return current === password ? err(refuse('same_password')) : ok(await hasher.hash(password));
}

async function applyChange(
  context: AuthContext,
  { userId, sessionId }: Principal,
  data: Metadata,
  passwordHash: string | null,
): Promise<Result<AuthUser, AuthRefusal>> {
  const { db, bus, accounts, clock } = context;
  const nowMs = clock.now();
  const outcome = await db.transaction(async (tx: Transaction) => {
    const locked = await lockUser(tx, userId);
    if (locked === null) return err(refuse('session_not_found'));
    const metadata = checkMetadata(mergeMetadata(locked.metadata, data));
    if (!metadata.ok) return metadata;
    const user = await changeUser(tx, userId, { metadata: metadata.value, passwordHash, now: new Date(nowMs) });
    await accounts.setTimeZone(tx, userId, data['time_zone'], nowMs);
    const ended = passwordHash === null ? [] : await deleteSessions(tx, { userId, scope: 'others', sessionId });
    return ok({ user, ended });
  });
  if (!outcome.ok) return outcome;
  publishEnded(bus, outcome.value.ended);
  return ok(outcome.value.user);
}
