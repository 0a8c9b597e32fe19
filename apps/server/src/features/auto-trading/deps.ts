import type { Clock } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { Accounts } from '../accounts/index.ts';
import type { RealMoneyGate } from '../graduation/index.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';
import type { OrderService } from '../trading/index.ts';
import type { AutomationSource } from './automation-source.ts';

export type AutoTradingDeps = {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly work: WorkQueue;
  readonly cluster: Pick<Cluster, 'runShards' | 'fence'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accounts: Pick<Accounts, 'lockMockAccount'>;
  readonly gate: Pick<RealMoneyGate, 'close'>;
  readonly markets: Pick<MarketsOf<Pick<MarketData, 'asset'>>, 'at'>;
  readonly orders: Pick<
    OrderService,
    'automaticVenue' | 'venueTime' | 'placeAutomatic' | 'publishPlaced' | 'ownsVenues'
  >;
  readonly sources: Readonly<Record<AutomationKind, AutomationSource>>;
};
