import { err, ok, type Result } from '@vigia/core/kernel';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { deleteTokens } from '../bot-tokens/bot-tokens.repository.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { deleteFactors } from '../factors/factors.repository.ts';
import { deleteMailedTokens } from '../one-time-tokens/one-time-tokens.repository.ts';
import { weaknesses } from '../passwords/password-policy.ts';
import { deleteRecoveryCodes } from '../recovery-codes/recovery-codes.repository.ts';
import { announceSecurityChange } from '../security/announce-security-change.ts';
import { publishEndedSessions } from '../sessions/end-sessions.ts';
import { deleteSessions, findAuthenticationMethods } from '../sessions/sessions.repository.ts';
import { recoveredAtMs } from '../user-changes/prove-ownership.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { usernameIn } from '../users/metadata.ts';
import { changeUser, clearNewAddress, findUserById, lockUser } from '../users/users.repository.ts';
import { deleteFactorReset, findFactorReset } from './factor-resets.repository.ts';

/**
 * Finishes a request to remove a lost second factor: removes all second factors, replaces the password, and ends every
 * session and bot token. The session must have been opened by a recovery link after the wait, which shows that the user
 * could read the mailbox twice, a day apart.
 */
export async function finishFactorReset(
  context: AuthContext,
  { userId, sessionId }: Principal,
  password: string,
  origin: Origin,
): Promise<Result<null, AuthRefusal>> {
  const admitted = await context.limits.admit('userChange', origin.ip);
  if (!admitted.ok) return admitted;
  const recoveredMs = await recoveredAtMs(context, sessionId);
  const user = await findUserById(context.db.sql, userId);
  if (recoveredMs === null || user === null) return err(authRefusal('reauthentication_needed'));
  const hashed = await hashOf(context, user, password);
  if (!hashed.ok) return hashed;
  const outcome = await context.db.transaction(async (tx): Promise<Result<readonly string[], AuthRefusal>> => {
    const locked = await lockUser(tx, userId);
    if (locked === null || (await findAuthenticationMethods(tx, sessionId)) === null)
      return err(authRefusal('session_not_found'));
    const row = await findFactorReset(tx, userId, context.clock.now());
    const readyMs = row?.ready_at.getTime() ?? Infinity;
    if (readyMs > context.clock.now() || recoveredMs < readyMs) return err(authRefusal('factor_reset_waits'));
    return ok(await restore(context, tx, { user: locked, passwordHash: hashed.value, origin }));
  });
  if (!outcome.ok) return outcome;
  publishEndedSessions(context.bus, outcome.value);
  return ok(null);
}

async function hashOf({ hasher }: AuthContext, user: AuthUser, password: string): Promise<Result<string, AuthRefusal>> {
  const reasons = weaknesses(password, [user.email ?? '', usernameIn(user.metadata)]);
  if (reasons.length > 0) return err(authRefusal('weak_password', { weakPassword: reasons }));
  // An intruder may know the current password, so the new one must differ.
  if ((await hasher.check(password, user.passwordHash)).matches) return err(authRefusal('same_password'));
  return ok(await hasher.hash(password));
}

type Restored = { readonly user: AuthUser; readonly passwordHash: string; readonly origin: Origin };

/** Removes the factors and replaces the password. Returns the ids of ended sessions and bot tokens. */
async function restore(
  context: AuthContext,
  tx: Transaction,
  { user: { id: userId, email: noticeTo, metadata }, passwordHash, origin }: Restored,
): Promise<readonly string[]> {
  const change = { userId, kind: 'access_restored', noticeTo, origin, details: {} } as const;
  await announceSecurityChange(context, tx, change);
  // A refresh locks its session before it cancels the request. Deleting the sessions first keeps this lock order.
  const sessions = await deleteSessions(tx, { userId, scope: 'global', sessionId: null });
  await deleteFactorReset(tx, userId);
  await deleteFactors(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await changeUser(tx, userId, { metadata, passwordHash, now: new Date(context.clock.now()) });
  const bots = await deleteTokens(tx, userId);
  await deleteMailedTokens(tx, userId);
  await clearNewAddress(tx, userId);
  const detail = { sessions: sessions.length, bots: bots.length };
  await context.securityLog.append(tx, [{ userId, kind: 'access_restored', sessionId: null, ...origin, detail }]);
  return [...sessions, ...bots];
}
