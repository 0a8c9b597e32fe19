import type { Worker } from 'node:worker_threads';
import type { Broker } from '@vigia/broker-kit/port';
import type { Clock, IdSource, Rng } from '@vigia/core/kernel';
import type { MarketFacts } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { PublicFeed } from '#features/market-data/index.ts';
import type { ClockMonitor } from '#platform/clock/clock-monitor.ts';
import type { Config } from '#platform/config/config.ts';
import type { KeyRing } from '#platform/crypto/key-ring.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Forwarding } from '#platform/http/forwarding.ts';
import type { SiteAddresses } from '#platform/http/site.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { ClusterServices } from './cluster-services.ts';
import type { DefaultMarket } from './feed.ts';

/** The parts that every feature is built from. */
export type Foundation = ClusterServices & {
  /** Forwards requests that only another process can answer; null if this process is the only one. */
  readonly forwarding: Forwarding | null;
  readonly config: Config;
  readonly db: Database;
  /** Access to the database with the app role, for connections of their own. */
  readonly app: ConnectionOptions;
  readonly clock: Clock;
  readonly clockMonitor: Pick<ClockMonitor, 'last'>;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Traces work; null if tracing is off. */
  readonly tracing: Tracing | null;
  readonly sealer: Sealer;
  readonly keyedHash: KeyedHash;
  readonly keyRing: KeyRing;
  readonly site: SiteAddresses;
  readonly ownMarket: DefaultMarket;
  /** The simulated market of this installation, whose ticks decide short trades in backtests. */
  readonly simulated: MarketFacts;
  /**
   * Opens additional sources that any user may choose, each at its first use. The result is null if the source does not
   * respond.
   */
  readonly publicFeeds: ReadonlyMap<PriceSource, () => Promise<PublicFeed | null>>;
  /** The brokers that users can connect, in the order in which they are listed. */
  readonly catalog: readonly Broker[];
  readonly rng: Rng;
  /** True if push messages may go to a push service on this machine, as in tests. */
  readonly pushReachesLoopback: boolean;
  readonly historyDays: number;
  /** Days that a history fetched from a broker reaches back. */
  readonly fetchedDays: number;
  /** Starts a backtest thread. */
  readonly openBacktestThread: () => Worker;
  /** Prints a line in the terminal, where local mails are announced. */
  readonly say: (line: string) => void;
};
