import type { Clock, EpochMs } from '@vigia/core/kernel';
import type { LimitBook, LimitValues, UserLimits } from '@vigia/core/risk';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { type Caller, securityEventOf } from '../caller.ts';
import { changedLimits } from './limits-wire.ts';
import { setLimits } from './set-limits.ts';

export type LimitsDeps = { readonly db: Database; readonly clock: Clock; readonly securityLog: SecurityLog };

/** The limits to change, and the limit book (kind of money and currency) to which they belong. */
export type LimitsRequest = { readonly book: LimitBook; readonly change: Partial<LimitValues> };

/** Changes the caller's limits and writes the changes to the caller's security log. */
export async function changeOwnLimits(
  securityLog: SecurityLog,
  tx: Transaction,
  caller: Caller,
  { book, change }: LimitsRequest,
  nowMs: EpochMs,
): Promise<UserLimits> {
  const { before, after } = await setLimits(tx, caller.principal.userId, book, change, nowMs);
  const changes = changedLimits(before, after, book);
  if (changes.length > 0) {
    await securityLog.append(
      tx,
      changes.map((detail) => securityEventOf(caller, 'limits_changed', detail)),
    );
  }
  return after;
}
