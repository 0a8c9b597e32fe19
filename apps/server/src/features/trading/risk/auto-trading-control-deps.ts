import type { Clock, EpochMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Accounts } from '../../accounts/index.ts';

/** Dependencies of 'Detener todo' and the reality check. */
export type AutoTradingControlDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly securityLog: SecurityLog;
  readonly cluster: Pick<Cluster, 'runSingleton'>;
  /** Returns the number of setups, strategies and bot tokens of a user that may place automatic orders now. */
  readonly countRunning: (sql: Sql, userId: string, nowMs: EpochMs) => Promise<number>;
};
