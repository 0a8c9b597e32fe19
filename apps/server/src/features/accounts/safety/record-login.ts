import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { moveUsersOffExcludedLogins } from './excluded-logins.ts';
import { type ExclusionDeps, excludedUntil } from './exclusion.repository.ts';
import {
  type BrokerLoginIdentity,
  exclusionEndOfMarks,
  loginMark,
  marksOfLogin,
  storeMarks,
  untilToSql,
} from './exclusion-marks.ts';

/** A broker login of a user. The user has just signed in, or is about to choose the real account of this login. */
export type SignedInLogin = BrokerLoginIdentity & { readonly userId: string; readonly nowMs: EpochMs };

/**
 * Stores the broker login of a connection, and the time until which a self-exclusion bars real money for this login.
 * From now on the user's own self-exclusion applies to all users of the login. If real money is barred, the paper
 * account replaces their chosen real accounts.
 * @returns the users whose chosen account changed; the caller publishes `ACCOUNT_CHOSEN` for them after the commit
 */
export async function recordLogin(
  tx: Transaction,
  { keyedHash }: ExclusionDeps,
  { userId, nowMs, ...login }: SignedInLogin,
): Promise<readonly string[]> {
  const marks = marksOfLogin(keyedHash, login);
  const ownMs = (await excludedUntil(tx, userId)) ?? 0;
  if (ownMs > nowMs) await storeMarks(tx, marks, ownMs);
  const untilMs = await exclusionEndOfMarks(tx, marks);
  await tx`
    UPDATE broker_connections
    SET login_mark = ${login.name === null ? null : loginMark(keyedHash, login.broker, login.name)},
        excluded_until = ${untilMs === 0 ? null : untilToSql(tx, untilMs)}
    WHERE user_id = ${userId} AND broker = ${login.broker}`;
  return untilMs > nowMs ? moveUsersOffExcludedLogins(tx, nowMs) : [];
}
