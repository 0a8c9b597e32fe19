import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { Accounts } from '../accounts/index.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';

/** What of a market the PCR engine works on. */
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

/** What the PCR engine needs from the rest of the server. */
export type PcrDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly calls: Calls;
  readonly work: Pick<WorkQueue, 'add'>;
  readonly ownership: Pick<Ownership, 'seekShards' | 'fence'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** As in `platform/clock`: how long an evaluation takes. */
  readonly stopwatchMs: () => number;
  readonly log: Logger;
  readonly markets: MarketsOf<PcrMarket>;
  /** Where a person's day begins, and what a martingale ladder is held against. */
  readonly accounts: Pick<Accounts, 'riskSettings' | 'mockAccount'>;
};
