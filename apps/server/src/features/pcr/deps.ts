import type { Clock, IdSource } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { Accounts } from '../accounts/index.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';

/** The market methods that the PCR engine uses. */
export type PcrMarket = Pick<
  MarketData,
  | 'source'
  | 'assets'
  | 'asset'
  | 'latest'
  | 'condition'
  | 'status'
  | 'payoutBp'
  | 'knownThroughMs'
  | 'priceBefore'
  | 'historyFloor'
  | 'history1m'
>;

/** Dependencies of the PCR engine on the rest of the server. */
export type PcrDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly calls: Calls;
  readonly work: Pick<WorkQueue, 'add'>;
  readonly cluster: Pick<Cluster, 'runShards' | 'fence'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly markets: MarketsOf<PcrMarket>;
  /**
   * Reads the time zone and the purse of the user, and the account and limits against which the amounts of a setup are
   * checked.
   */
  readonly accounts: Pick<Accounts, 'riskSettings' | 'riskLimits' | 'automationMoney' | 'currentPurse'>;
  /** Returns the broker on whose demo account a new setup of this user trades; null for the paper account. */
  readonly firstBroker: (sql: Sql, userId: string) => Promise<BrokerId | null>;
};
