import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Cluster } from '#platform/cluster/cluster.ts';
import type { Database } from '#platform/persistence/database.ts';

/** Largest numbers of files and candles that users may keep. */
export type PriceFileLimits = {
  readonly files: number;
  readonly candles: number;
  readonly anonymousFiles: number;
  readonly anonymousCandles: number;
  /**
   * Candles of all anonymous users together. An attacker can create anonymous users with a click, so they share one
   * limit.
   */
  readonly ofAnonymous: number;
};
export const PRICE_FILE_LIMITS: PriceFileLimits = {
  files: 50,
  candles: 40_000_000,
  anonymousFiles: 3,
  anonymousCandles: 2_000_000,
  ofAnonymous: 40_000_000,
};

export type PriceFileDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly cluster: Cluster;
  /** Replaces `PRICE_FILE_LIMITS` in tests. */
  readonly keptLimits?: PriceFileLimits;
};
