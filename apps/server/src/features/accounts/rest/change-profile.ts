import type { UserProfile } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { type Caller, eventOf } from '../caller.ts';
import { wantedConcurrentTrades } from '../concurrent-trades.ts';
import type { ProfileChanges } from './parse-changes.ts';
import { updateProfiles } from './profile.repository.ts';

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
    const { max_concurrent_trades: to } = changes;
    const from = to === undefined ? undefined : await wantedConcurrentTrades(tx, userId, true);
    const rows = await updateProfiles(tx, userId, ids, changes, new Date(clock.now()));
    if (rows.length > 0 && from !== undefined && to !== undefined && from !== to) {
      await securityLog.append(tx, [eventOf(caller, 'limits_changed', { limit: 'max_concurrent_trades', from, to })]);
    }
    return rows;
  });
}
