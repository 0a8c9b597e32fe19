import type { Worker } from 'node:worker_threads';
import type { Cancel, Clock, IdSource } from '@vigia/core/kernel';
import type { MarketFacts } from '@vigia/core/market-model';
import type { Calls } from '#platform/calls/calls.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';
import type { Pcr } from '../pcr/index.ts';
import type { Strategies } from '../strategies/index.ts';

export type BacktestDeps = {
  readonly db: Database;
  readonly calls: Calls;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly markets: MarketsOf<Pick<MarketData, 'source' | 'asset' | 'payoutBp'>>;
  readonly pcr: Pick<Pcr, 'rulesOf'>;
  readonly strategies: Pick<Strategies, 'rulesOf'>;
  /** The simulated market of this installation. */
  readonly simulated: MarketFacts;
  /** Makes other processes forward requests about a lease to this process, until the returned function is called. */
  readonly whileKept: (lease: string) => Cancel;
  /** Starts a thread that runs `thread/main.ts`. */
  readonly openThread: () => Worker;
};
