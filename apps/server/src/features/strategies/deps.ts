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

/** The market methods that strategies use. */
export type StrategyMarket = Pick<
  MarketData,
  | 'source'
  | 'assets'
  | 'asset'
  | 'latest'
  | 'condition'
  | 'payoutBp'
  | 'knownThroughMs'
  | 'priceBefore'
  | 'historyFloor'
  | 'history1m'
>;

/** Dependencies of strategies on the rest of the server. */
export type StrategyDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly calls: Calls;
  readonly work: Pick<WorkQueue, 'add'>;
  readonly cluster: Pick<Cluster, 'runShards' | 'fence'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly markets: MarketsOf<StrategyMarket>;
  /** Reads the user's time zone, and the account on which a strategy trades. */
  readonly accounts: Pick<Accounts, 'riskSettings' | 'automationMoney'>;
  /** Returns the broker on whose demo account a new strategy of this user trades; null for the paper account. */
  readonly firstBroker: (sql: Sql, userId: string) => Promise<BrokerId | null>;
};
