import { err, ok } from '@vigia/core/kernel';
import type { People } from '#features/accounts/index.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { deleteTokens } from '../bot-tokens/bot-tokens.repository.ts';
import { hasVerifiedFactor } from '../factors/factors.repository.ts';
import { deleteSessions, hasSessionFromAddress } from '../sessions/sessions.repository.ts';
import { findUserById, lockUser } from '../users/users.repository.ts';

/** Creates the methods that the deletion of an account needs. */
export const createPeople = (context: AuthContext): People => ({
  async confirmPassword(userId, password, ip) {
    const user = await findUserById(context.db.sql, userId);
    if (user === null || user.isAnonymous) return ok(null);
    if (user.passwordHash === null || (await hasVerifiedFactor(context.db.sql, userId))) {
      return err({ code: 'proof_needed' });
    }
    if (password === undefined) return err({ code: 'reauthentication_needed' });
    const attempt = {
      account: user.email ?? user.id,
      ip,
      knownAddress: await hasSessionFromAddress(context.db.sql, user.id, ip),
    };
    const admitted = await context.limits.beginPassword(attempt);
    if (!admitted.ok) return err({ code: 'rate_limited', retryAfterS: admitted.error.retryAfterS ?? 1 });
    if (!(await context.hasher.check(password, user.passwordHash)).matches) {
      return err({ code: 'current_password_invalid' });
    }
    await context.limits.passwordMatched(attempt);
    return ok(null);
  },
  remove: removePerson,
});

/** Deletes a user's row, and with it all data of the user. Returns the ids of the ended sessions and bot tokens. */
async function removePerson(tx: Transaction, userId: string): Promise<readonly string[]> {
  // All transactions lock a user before the user's sessions, so concurrent requests wait for each other and never
  // deadlock.
  await lockUser(tx, userId);
  const sessions = await deleteSessions(tx, { userId, scope: 'global', sessionId: userId });
  const bots = await deleteTokens(tx, userId);
  await tx`DELETE FROM auth_users WHERE id = ${userId}`;
  return [...sessions, ...bots];
}
