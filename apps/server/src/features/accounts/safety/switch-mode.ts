import type { ModeSwitch } from '@vigia/contract';
import { type Clock, type IdSource, ok, type Result } from '@vigia/core/kernel';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { isSameChoice, nameOfChoice } from '../account-choice.ts';
import { brokerVenueOfMode } from '../account-view.ts';
import { type Caller, securityEventOf } from '../caller.ts';
import { chooseAccount } from './choose-account.ts';
import type { Connections } from './connections.ts';
import type { AccountRefusal } from './refusal.ts';
import type { SecurityNotices } from './security-notices.ts';

export type SafetyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly securityLog: SecurityLog;
  readonly connections: Connections;
  readonly notices: SecurityNotices;
  readonly ids: IdSource;
};

/**
 * Chooses the account that belongs to a trading mode and logs the change. The owner gets a mail if it is a real
 * account.
 */
export function switchMode(
  { db, clock, ids, securityLog, connections, notices }: SafetyDeps,
  caller: Caller,
  { mode, confirm }: ModeSwitch,
): Promise<Result<null, AccountRefusal>> {
  return db.transaction(async (tx) => {
    const account = brokerVenueOfMode(mode);
    const before = await chooseAccount({ ids, connections }, tx, caller.principal, { account, confirm }, clock.now());
    if (!before.ok) return before;
    if (isSameChoice(before.value, account)) return ok(null);
    const detail = { from: nameOfChoice(before.value), to: nameOfChoice(account) };
    await securityLog.append(tx, [securityEventOf(caller, 'account_chosen', detail)]);
    if (account?.kind === 'real') {
      await notices.announce(tx, caller, { kind: 'real_money_chosen', broker: account.broker });
    }
    return ok(null);
  });
}
