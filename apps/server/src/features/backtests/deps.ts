import type { Worker } from 'node:worker_threads';
import type { Cancel, Clock, IdSource } from '@vigia/core/kernel';
import type { Calls } from '#platform/calls/calls.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';
import type { Pcr } from '../pcr/index.ts';
import type { Strategies } from '../strategies/index.ts';

/** What tests on history need from the rest of the server. */
export type BacktestDeps = {
  readonly db: Database;
  readonly calls: Calls;
  readonly ownership: Ownership;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly markets: MarketsOf<Pick<MarketData, 'source' | 'asset' | 'payoutBp'>>;
  readonly pcr: Pick<Pcr, 'rulesOf'>;
  readonly strategies: Pick<Strategies, 'rulesOf'>;
  /** Lets other processes find what only this one has, until the end it gives. */
  readonly whileKept: (piece: string) => Cancel;
  /** Starts a thread that runs `thread/main.ts`. */
  readonly openThread: () => Worker;
};
