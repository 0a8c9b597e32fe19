import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { Accounts } from '../accounts/index.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';

/** What of a market strategies work on. */
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

/** What strategies need from the rest of the server. */
export type StrategyDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly calls: Calls;
  readonly work: Pick<WorkQueue, 'add'>;
  readonly ownership: Pick<Ownership, 'seekShards' | 'fence'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly markets: MarketsOf<StrategyMarket>;
  /** Where a person's day begins. */
  readonly accounts: Pick<Accounts, 'riskSettings'>;
};
