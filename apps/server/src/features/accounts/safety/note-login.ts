import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import { leaveExcludedLogins } from './excluded-logins.ts';
import { type ExclusionDeps, excludedUntil } from './exclusion.repository.ts';
import { type BrokerLogin, loginMark, markedUntil, marksOfLogin, storeMarks, untilToSql } from './exclusion-marks.ts';

/** A login that has just signed in, or whose real account is about to be chosen. */
export type SignedInLogin = BrokerLogin & { readonly userId: string; readonly nowMs: EpochMs };

/**
 * Stores which login a connection has, and until when an exclusion bars real money from it, for all its users. The
 * exclusion of its user also applies to this login from now on. Where it is barred, chosen real accounts give way to
 * the paper account.
 * @returns the users whose choice changed: publish `ACCOUNT_CHOSEN` for them after the commit
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
