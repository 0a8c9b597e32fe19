import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Registry } from 'prom-client';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import type { Tenure } from '#platform/ownership/tenure.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Brokers } from '../brokers/index.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';

/** What trading needs from the rest of the server. */
export type TradingDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly metrics: Registry;
  /** null: nothing is traced. */
  readonly tracing: Tracing | null;
  readonly markets: MarketsOf<MarketData>;
  readonly accounts: Accounts;
  /** People's sessions at their brokers. */
  readonly brokers: Pick<Brokers, 'catalog' | 'connectionOf' | 'chosenKind'>;
  readonly ownership: Ownership;
  /** Transactions that settle at a time here; their people are others, so that none waits for another. */
  readonly settlesAtOnce: number;
};

/** What trading at brokers needs beside it: the sessions live in one process, and only that one sends and books. */
export type VenueDeps = TradingDeps & { readonly venues: Tenure };
