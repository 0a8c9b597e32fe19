import type { Clock, EpochMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Accounts } from '../../accounts/index.ts';

/** What the brakes on automation need of the rest of the server. */
export type AutomationDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly securityLog: SecurityLog;
  readonly ownership: Pick<Ownership, 'seek'>;
  /** How many setups, strategies and programs of a person may place orders by themselves now. */
  readonly countRunning: (sql: Sql, userId: string, nowMs: EpochMs) => Promise<number>;
};
