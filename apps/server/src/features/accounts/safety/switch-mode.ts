import type { ModeSwitch } from '@vigia/contract';
import { type Clock, err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import { REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { brokerVenueOfMode } from '../account-view.ts';
import { ensureBrokerAccount } from '../broker-account.ts';
import { type Caller, eventOf } from '../caller.ts';
import type { Connections } from './connections.ts';
import type { AccountRefusal } from './refusal.ts';
import { refuseMode } from './refuse-mode.ts';
import { readMode, writeMode } from './safety.repository.ts';

export type SafetyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly securityLog: SecurityLog;
  readonly connections: Connections;
  readonly ids: IdSource;
};

/**
 * Changes the mode that orders go to. For real money the typed phrase is checked first, and then every other condition.
 */
export function switchMode(
  { db, clock, ids, securityLog, connections }: SafetyDeps,
  caller: Caller,
  { mode, confirm }: ModeSwitch,
): Promise<Result<null, AccountRefusal>> {
  return db.transaction(async (tx) => {
    if (mode === 'iqoption_real' && confirm !== REAL_MONEY_PHRASE) {
      return err({ code: 'real_money_phrase', values: { phrase: REAL_MONEY_PHRASE } });
    }
    const { userId } = caller.principal;
    const nowMs = clock.now();
    const from = await readMode(tx, userId, true);
    const refusal = await refuseMode(connections, tx, caller.principal, mode, nowMs);
    if (refusal !== null) return err(refusal);
    if (from === mode) return ok(null);
    const mirror = brokerVenueOfMode(mode);
    if (mirror !== null) await ensureBrokerAccount(tx, ids, userId, mirror, nowMs);
    await writeMode(tx, userId, mode, new Date(nowMs));
    await securityLog.append(tx, [eventOf(caller, 'mode_changed', { from, to: mode })]);
    return ok(null);
  });
}
