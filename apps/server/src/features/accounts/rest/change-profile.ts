import type { UserProfile } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Caller } from '../caller.ts';
import { changeOwnLimits } from '../limits/change-limits.ts';
import { limitOf, type ProfileChanges } from './parse-changes.ts';
import { mayChange, updateProfiles } from './profile.repository.ts';

export type ProfileDeps = { readonly db: Database; readonly clock: Clock; readonly securityLog: SecurityLog };

/** Changes the caller's own profile, if the filter names it. A limit that is another than before is noted in the log. */
export function changeProfile(
  { db, clock, securityLog }: ProfileDeps,
  caller: Caller,
  ids: readonly string[] | null,
  changes: ProfileChanges,
): Promise<readonly UserProfile[]> {
  return db.transaction(async (tx) => {
    const { userId } = caller.principal;
    if (!mayChange(userId, ids)) return [];
    const nowMs = clock.now();
    const maxConcurrentTrades = limitOf(changes);
    if (maxConcurrentTrades !== undefined) {
      await changeOwnLimits(securityLog, tx, caller, { maxConcurrentTrades }, nowMs);
    }
    return updateProfiles(tx, userId, changes, nowMs);
  });
}
