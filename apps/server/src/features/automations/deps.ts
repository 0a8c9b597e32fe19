import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';

/** The market methods that the engine uses. */
export type AutomationMarket = Pick<
  MarketData,
  'source' | 'asset' | 'latest' | 'condition' | 'knownThroughMs' | 'priceBefore' | 'historyFloor' | 'history1m'
>;

/** Dependencies of the engine on the rest of the server. */
export type EngineDeps<Market extends AutomationMarket> = {
  readonly db: Database;
  readonly bus: Bus;
  readonly calls: Calls;
  readonly work: Pick<WorkQueue, 'add'>;
  readonly cluster: Pick<Cluster, 'runShards' | 'fence'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly markets: MarketsOf<Market>;
};
