import type { BrokerSession } from '@vigia/broker-kit/port';
import type { Clock, IdSource, Rng } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { Brokers, SessionShards } from '../brokers/index.ts';
import type { PriceFileLimits } from '../price-files/index.ts';

/** Length of a fetched history: 12 months. */
export const FETCHED_HISTORY_DAYS = 365;

/** The part of a broker session that reads the price history of the broker. */
export type HistorySession = Pick<BrokerSession, 'state' | 'assets' | 'candles'>;

/** Dependencies of history fetches. */
export type HistoryFetchDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly rng: Rng;
  readonly log: Logger;
  readonly brokers: Pick<Brokers, 'catalog'> & {
    connectionOf(userId: string, brokerId: BrokerId): { readonly session: HistorySession } | null;
  };
  readonly sessionShards: Pick<SessionShards, 'transaction'>;
  /** Days that a history reaches back. */
  readonly reachDays: number;
  /** Limits of stored price files. If absent, the limits of imported price files apply. */
  readonly keptLimits?: PriceFileLimits;
};
