import { randomBytes } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import type { Broker } from '@vigia/broker-kit/port';
import type { Clock, IdSource, Rng } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import {
  ACCOUNT_SECTIONS,
  type Accounts,
  type Connections,
  createAccounts,
  registerAccountsRoutes,
} from '#features/accounts/index.ts';
import { AUTH_SECTIONS, type AuthService, openAuthService, runningBots } from '#features/auth/index.ts';
import {
  type AutomationAccountDeps,
  AutoTrader,
  BrokerTrader,
  firstAutomationBroker,
  registerAutomationAccountRoutes,
} from '#features/auto-trading/index.ts';
import {
  BACKTEST_SECTIONS,
  type Backtests,
  createBacktests,
  registerBacktestRoutes,
} from '#features/backtests/index.ts';
import { BrokerChecks, registerBrokerCheckRoutes } from '#features/broker-check/index.ts';
import { BROKER_SECTIONS, BROKER_SESSIONS, BrokerConnections, registerBrokerRoutes } from '#features/brokers/index.ts';
import { createDrawings, DRAWING_SECTIONS, type Drawings, registerDrawingRoutes } from '#features/drawings/index.ts';
import {
  createHistoryFetches,
  HISTORY_FETCH_SECTIONS,
  type HistoryFetches,
  registerHistoryFetchRoutes,
} from '#features/history-fetches/index.ts';
import {
  createClusterMarkets,
  createMarkets,
  type Markets,
  type PriceCarrier,
  type PublicFeed,
  registerMarketDataRoutes,
  registerMarketSourceRoutes,
} from '#features/market-data/index.ts';
import { createPcr, PCR_SECTIONS, type Pcr, registerPcrRoutes } from '#features/pcr/index.ts';
import {
  createPriceFiles,
  PRICE_FILE_SECTIONS,
  type PriceFiles,
  registerPriceFileRoutes,
} from '#features/price-files/index.ts';
import { PUSH_SECTIONS, Push, registerPushRoutes } from '#features/push/index.ts';
import { DECISION_SECTIONS } from '#features/signals/index.ts';
import {
  createStrategies,
  registerStrategyRoutes,
  STRATEGY_SECTIONS,
  type Strategies,
} from '#features/strategies/index.ts';
import { registerStreamRoutes, StreamGateway } from '#features/stream/index.ts';
import {
  type AutomationControl,
  createAutomation,
  createTrading,
  hasActiveRealTrade,
  registerBrokerOrderRoute,
  registerRiskRoutes,
  registerTradingRoutes,
  TRADING_SECTIONS,
  type Trading,
} from '#features/trading/index.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import type { ClockMonitor } from '#platform/clock/clock-monitor.ts';
import type { SingletonWork } from '#platform/cluster/cluster.ts';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import type { Config } from '#platform/config/config.ts';
import type { KeyRing } from '#platform/crypto/key-ring.ts';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sealer } from '#platform/crypto/sealer.ts';
import { timeOrderedIds } from '#platform/crypto/time-ordered-ids.ts';
import type { App } from '#platform/http/app.ts';
import type { Forwarding } from '#platform/http/forwarding.ts';
import type { Site } from '#platform/http/site.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { LocalMailbox } from '#platform/mail/local-mailbox.ts';
import { MailOutboxWorker } from '#platform/mail/mail-outbox-worker.ts';
import { registerMailboxRoutes } from '#platform/mail/mailbox.routes.ts';
import { createOutbox } from '#platform/mail/postgres-outbox.ts';
import { domainOf } from '#platform/mail/sender.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { workKind } from '#platform/work/work-queue.ts';
import { brokerSessionsWork } from './broker-sessions-work.ts';
import type { ClusterServices } from './cluster-services.ts';
import type { OwnMarket } from './feed.ts';

/** The parts that every feature is built from. */
export type Foundation = ClusterServices & {
  /** Forwards requests that only another process can answer; null if this process is the only one. */
  readonly forwarding: Forwarding | null;
  readonly config: Config;
  readonly db: Database;
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
  readonly site: Site;
  readonly ownMarket: OwnMarket;
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

/** Kind of work that wakes a mail worker because the outbox has a new mail or will have one soon. */
export const MAILS_WAIT = workKind<null>('mail.waiting', { isShared: true });
/** The key of mail wake-ups. Any mail worker may receive them, because each mail is claimed in the database. */
export const ANY_WORKER = 'any';

export type Features = {
  readonly accounts: Accounts;
  readonly brokers: BrokerConnections;
  readonly brokerChecks: BrokerChecks;
  readonly connections: Connections;
  /** Stores the marks of self-exclusions from earlier versions of the server. Called once at the start. */
  readonly followExclusions: () => Promise<void>;
  readonly auth: AuthService;
  readonly markets: Markets;
  /**
   * Work that runs the price feeds in the process that holds their lease; null if this process has its own price feed.
   */
  readonly marketLog: SingletonWork | null;
  /** The shards of the users whose broker sessions are in this process. */
  readonly sessionShards: OwnedShards;
  readonly trading: Trading;
  readonly automation: AutomationControl;
  readonly automationAccount: AutomationAccountDeps;
  readonly autoTrader: AutoTrader;
  readonly pcr: Pcr;
  readonly strategies: Strategies;
  readonly backtests: Backtests;
  readonly priceFiles: PriceFiles;
  readonly historyFetches: HistoryFetches;
  readonly drawings: Drawings;
  readonly stream: StreamGateway;
  /** Push messages; null if no keys for them are configured. */
  readonly push: Push | null;
  readonly securityLog: SecurityLog;
  readonly background: BackgroundWork;
  readonly mailWorker: MailOutboxWorker;
  /** Mailbox on this machine; null if mails are sent through a mail server. */
  readonly mailbox: LocalMailbox | null;
};

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Limits of a session. It ends after a week without use, and always after 30 days (ASVS 7.3). */
const SESSION = { idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS };

/** Creates all features without starting them. Dependencies are created first. */
export async function buildFeatures(base: Foundation): Promise<Features> {
  const { db, bus, calls, work, cluster, clock, ids, rng, keyedHash, keyRing, sealer, catalog, site, config } = base;
  // This object breaks a cycle: accounts need to know whether a broker is connected, and connections need to know
  // whether real money is allowed.
  const connections: Connections = {
    hasVerified: async (userId, broker) => {
      const connected = await brokers.connectedBrokers(userId);
      return broker === null ? connected.length > 0 : connected.includes(broker);
    },
  };
  const accounts = createAccounts({ ids, keyedHash, connections });
  const securityLog = createSecurityLog({ clock, keyedHash });
  const background = new BackgroundWork(base.log);
  /** Most features share these dependencies. The type of each feature lists those that it uses. */
  const common = { bus, calls, work, cluster, db, clock, ids, accounts, securityLog, background };
  const log = (feature: string) => base.log.child({ feature });
  const outbox = createOutbox({ sealer, clock, ids, wake: () => work.add(MAILS_WAIT, ANY_WORKER, null) });
  const auth = await openAuthService(
    {
      ...common,
      randomBytes,
      isHosted: config.hostedProject !== null,
      brokerName: (id) => catalog.find((broker) => broker.id === id)?.traits.displayName ?? id,
      sealer,
      keyedHash,
      site,
      log: log('auth'),
      outbox,
      emailIntervalMs: config.authEmailIntervalMs,
      sessionLimits: { reuseIntervalMs: config.authReuseIntervalMs, ...SESSION },
    },
    config.hostedProject,
    fetch,
  );
  // The work of the shards is created last, because it uses features that need to know the shards.
  const sessionShards: OwnedShards = new OwnedShards(BROKER_SESSIONS, base, {
    start: (shards) => sessionsWork.start(shards),
    stop: (shards) => sessionsWork.stop(shards),
  });
  const brokers = new BrokerConnections({
    ...common,
    sessionShards,
    notices: auth.notices,
    rng,
    keyRing,
    catalog,
    origins: config.brokerOrigins,
    consentClients: {
      clientIds: config.derivClientId === null ? {} : { deriv: config.derivClientId },
      siteUrl: () => base.site.url(),
      randomBytes,
    },
    log: log('brokers'),
  });
  const { markets, log: marketLog, carrier: priceCarrier } = buildMarkets(base, brokers);
  const trading = createTrading({
    ...common,
    markets,
    brokers,
    ids: timeOrderedIds,
    log: log('trading'),
    metrics: base.metrics.registry,
    tracing: base.tracing,
    // In an installation of several processes, the number of settlers determines how many settlements the database runs
    // at the same time.
    settlesAtOnce: config.cluster.natsUrl === null ? 2 : 1,
    sessionShards,
    // Another process may have a shard 5 s after it began to leave this process, even if orders are still pending.
    finishOrdersWithinMs: config.cluster.natsUrl === null ? 10_000 : 3_000,
  });
  const firstBroker = (sql: Sql, userId: string) => firstAutomationBroker(sql, { accounts, catalog }, userId);
  const pcr = createPcr({ ...common, firstBroker, markets, log: log('pcr') });
  const strategies = createStrategies({ ...common, firstBroker, markets, ids: timeOrderedIds, log: log('strategies') });
  const automation = createAutomation({
    ...common,
    log: log('trading'),
    countRunning: async (sql, userId, nowMs) => {
      const bots = runningBots(sql, userId, nowMs);
      const counts = [bots, pcr.countAutomatic(sql, userId), strategies.countAutomatic(sql, userId)];
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
  });
  const sources = { pcr, strategy: strategies };
  const automaticDeps = { ...common, markets, orders: trading.orders, sources, log: log('auto-trading') };
  const backtests = createBacktests({
    ...common,
    markets,
    pcr,
    strategies,
    log: log('backtests'),
    openThread: base.openBacktestThread,
    whileKept: (lease) => base.forwarding?.serve(lease) ?? (() => undefined),
  });
  const priceFiles = createPriceFiles({ ...common, ids: timeOrderedIds });
  const historyFetches = createHistoryFetches({
    ...common,
    brokers,
    sessionShards,
    rng,
    ids: timeOrderedIds,
    log: log('history-fetches'),
    reachDays: base.fetchedDays,
  });
  const sessionsWork = brokerSessionsWork({
    brokers,
    historyFetches,
    settlement: trading.settlement,
    brokerTrader: new BrokerTrader(automaticDeps),
    priceCarrier,
    forwarding: base.forwarding,
  });
  const { authenticator } = auth;
  return {
    ...buildMail(base),
    accounts,
    brokers,
    brokerChecks: new BrokerChecks({ ...common, brokers, trading, ids: timeOrderedIds, log: log('broker-check') }),
    connections,
    followExclusions: () => accounts.followExclusions(db, clock.now()),
    auth,
    markets,
    trading,
    automation,
    pcr,
    strategies,
    backtests,
    priceFiles,
    historyFetches,
    securityLog,
    background,
    marketLog,
    sessionShards,
    automationAccount: { ...common, catalog, sources },
    autoTrader: new AutoTrader(automaticDeps),
    drawings: createDrawings(common),
    stream: new StreamGateway({ ...common, markets, authenticator, log: log('stream') }),
    push: buildPush(base, background),
  };
}

function buildMarkets(
  base: Foundation,
  brokers: BrokerConnections,
): { readonly markets: Markets; readonly log: SingletonWork | null; readonly carrier: PriceCarrier | null } {
  const { ownMarket } = base;
  const log = base.log.child({ feature: 'market-data' });
  const deps = { ...base, brokers, log, metrics: base.metrics.registry };
  if (ownMarket.kind === 'here')
    return { markets: createMarkets({ ...deps, feed: ownMarket.feed }), log: null, carrier: null };
  const { source: ownSource, open: openOwn, payoutSeed } = ownMarket;
  return createClusterMarkets({ ...deps, ownSource, openOwn, payoutSeed });
}

function buildPush(base: Foundation, background: BackgroundWork): Push | null {
  const { push: keys } = base.config;
  const log = base.log.child({ feature: 'push' });
  return keys === null ? null : new Push({ ...base, background, keys, allowLoopback: base.pushReachesLoopback, log });
}

function buildMail({ config, db, sealer, clock, log, say }: Foundation): Pick<Features, 'mailWorker' | 'mailbox'> {
  const { smtpUrl, from } = config.mail;
  const local = new LocalMailbox({ db, sealer, say });
  const mailer = smtpUrl === null ? local : createSmtpMailer({ smtpUrl, from });
  const mailLog = log.child({ feature: 'mail' });
  const mailWorker = new MailOutboxWorker({ db, sealer, clock, host: domainOf(from), mailer, log: mailLog });
  return { mailWorker, mailbox: smtpUrl === null ? local : null };
}

/** The sections of the data export, in the order of the file. */
const EXPORT_SECTIONS = [
  ...AUTH_SECTIONS,
  ...ACCOUNT_SECTIONS,
  ...BROKER_SECTIONS,
  ...TRADING_SECTIONS,
  ...PCR_SECTIONS,
  ...STRATEGY_SECTIONS,
  ...BACKTEST_SECTIONS,
  ...PRICE_FILE_SECTIONS,
  ...HISTORY_FETCH_SECTIONS,
  ...DECISION_SECTIONS,
  ...PUSH_SECTIONS,
  ...DRAWING_SECTIONS,
];

export function registerFeatureRoutes(app: App, features: Features, base: Foundation): void {
  const { auth, markets, trading, brokers, mailbox } = features;
  const { clock, publicFeeds, site } = base;
  const { authenticator, people, notices } = auth;
  const publishableKey = auth.embedded?.publishableKey ?? null;
  const own = { ...base, ...features, authenticator, people, notices, publishableKey };
  auth.registerRoutes(app);
  registerAccountsRoutes(app, { ...own, hasActiveRealTrade, exportSections: EXPORT_SECTIONS });
  registerBrokerRoutes(app, brokers);
  registerBrokerCheckRoutes(app, features.brokerChecks);
  registerMarketDataRoutes(app, { markets, clock, venue: trading.orders });
  const sources = { nowMs: () => clock.now(), publicSources: [...publicFeeds.keys()] };
  registerMarketSourceRoutes(app, { ...own, ...sources });
  registerTradingRoutes(app, trading);
  registerBrokerOrderRoute(app, { orders: trading.orders, brokers });
  registerRiskRoutes(app, features.automation);
  registerAutomationAccountRoutes(app, features.automationAccount);
  registerPcrRoutes(app, features.pcr);
  registerStrategyRoutes(app, features.strategies);
  registerBacktestRoutes(app, features.backtests);
  registerPriceFileRoutes(app, features.priceFiles);
  registerHistoryFetchRoutes(app, features.historyFetches);
  registerDrawingRoutes(app, features.drawings);
  if (features.push) registerPushRoutes(app, features.push);
  registerStreamRoutes(app, { gateway: features.stream, site });
  if (mailbox) registerMailboxRoutes(app, { mailbox, site });
}
