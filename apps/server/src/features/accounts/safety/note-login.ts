import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { leaveExcludedLogins } from './excluded-logins.ts';
import { type ExclusionDeps, excludedUntil } from './exclusion.repository.ts';
import { type BrokerLogin, loginMark, markedUntil, marksOfLogin, storeMarks, untilToSql } from './exclusion-marks.ts';

/** A broker login of a user that has just signed in, or whose real account the user is about to choose. */
export type SignedInLogin = BrokerLogin & { readonly userId: string; readonly nowMs: EpochMs };

/**
 * Stores the broker login of a connection, and until when a self-exclusion bars real money for this login. The user's
 * own self-exclusion applies to the login from now on, for all users of the login. If real money is barred, the paper
 * account replaces their chosen real accounts.
 * @returns the users whose chosen account changed: publish `ACCOUNT_CHOSEN` for them after the commit
 */
export async function noteLogin(
  tx: Transaction,
  { keyedHash }: ExclusionDeps,
  { userId, nowMs, ...login }: SignedInLogin,
): Promise<readonly string[]> {
  const marks = marksOfLogin(keyedHash, login);
  const ownMs = (await excludedUntil(tx, userId)) ?? 0;
  if (ownMs > nowMs) await storeMarks(tx, marks, ownMs);
  const untilMs = await markedUntil(tx, marks);
  await tx`
    UPDATE broker_connections
    SET login_mark = ${login.name === null ? null : loginMark(keyedHash, login.broker, login.name)},
        excluded_until = ${untilMs === 0 ? null : untilToSql(tx, untilMs)}
    WHERE user_id = ${userId} AND broker = ${login.broker}`;
  return untilMs > nowMs ? leaveExcludedLogins(tx, nowMs) : [];
}
