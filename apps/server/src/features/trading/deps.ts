import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Registry } from 'prom-client';
import type { Bus } from '#platform/bus/bus.ts';
import type { Cluster } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Brokers, SessionShards } from '../brokers/index.ts';
import type { Evidence } from '../evidence/index.ts';
import type { RealMoneyGate } from '../graduation/index.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';

export type TradingDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Tracing of orders; null if tracing is off. */
  readonly tracing: Tracing | null;
  readonly markets: MarketsOf<MarketData>;
  readonly accounts: Accounts;
  /** Evidence of all trades of a purse. */
  readonly evidence: Pick<Evidence, 'ofPurse'>;
  /** Decides whether an automation may use real money. */
  readonly gate: Pick<RealMoneyGate, 'admit'>;
  /** Users' sessions at their brokers. */
  readonly brokers: Pick<Brokers, 'catalog' | 'connectionOf'>;
  readonly cluster: Cluster;
  /** Number of settlement transactions that run concurrently. Each user's trades are in one transaction. */
  readonly settlesAtOnce: number;
};

/**
 * Dependencies of trading at brokers. Only the process that runs a user's broker sessions sends the user's orders and
 * stores the replies.
 */
export type VenueDeps = TradingDeps & {
  readonly sessionShards: SessionShards;
  /**
   * Longest time (ms) for which sessions stay open to receive replies to sent orders, when this process gives up their
   * shard.
   */
  readonly finishOrdersWithinMs: number;
};
