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
import { AutoTrader, BrokerTrader } from '#features/auto-trading/index.ts';
import {
  BACKTEST_SECTIONS,
  type Backtests,
  createBacktests,
  registerBacktestRoutes,
} from '#features/backtests/index.ts';
import { BROKER_SECTIONS, BrokerConnections, registerBrokerRoutes } from '#features/brokers/index.ts';
import { createDrawings, DRAWING_SECTIONS, type Drawings, registerDrawingRoutes } from '#features/drawings/index.ts';
import {
  createClusterMarkets,
  createMarkets,
  type Markets,
  type PublicFeed,
  registerMarketDataRoutes,
  registerMarketSourceRoutes,
} from '#features/market-data/index.ts';
import { createPcr, PCR_SECTIONS, type Pcr, registerPcrRoutes } from '#features/pcr/index.ts';
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
import { stopwatchMs } from '#platform/clock/stopwatch.ts';
import type { SingletonWork } from '#platform/cluster/cluster.ts';
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
import type { Database } from '#platform/persistence/database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { workKind } from '#platform/work/work-queue.ts';
import type { OwnMarket } from './feed.ts';
import type { Ties } from './ties.ts';

/** The parts every feature is built from. */
export type Foundation = Ties & {
  /** Forwards requests that only another process can answer; null: this is the only process. */
  readonly forwarding: Forwarding | null;
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** null: tracing is off. */
  readonly tracing: Tracing | null;
  readonly sealer: Sealer;
  readonly keyedHash: KeyedHash;
  readonly keyRing: KeyRing;
  readonly site: Site;
  readonly ownMarket: OwnMarket;
  /** Sources any user may choose beside it, each opened on first use; null: the source does not respond. */
  readonly publicFeeds: ReadonlyMap<PriceSource, () => Promise<PublicFeed | null>>;
  /** Every broker users can connect, in list order. */
  readonly catalog: readonly Broker[];
  readonly rng: Rng;
  /** For tests, whose push service is on this machine. */
  readonly pushReachesLoopback: boolean;
  readonly historyDays: number;
  /** Starts a backtest thread. */
  readonly openBacktestThread: () => Worker;
  /** The place where local mails are announced. */
  readonly say: (line: string) => void;
};

/** Wakes a mail worker: the outbox has a new mail, or soon will. */
export const MAILS_WAIT = workKind<null>('mail.waiting', { isShared: true });
/** The key of mail wake-ups: any mail worker may get them, because each mail is claimed in the database. */
export const ANY_WORKER = 'any';

export type Features = {
  readonly accounts: Accounts;
  readonly brokers: BrokerConnections;
  readonly connections: Connections;
  readonly auth: AuthService;
  readonly markets: Markets;
  /** Runs the feeds in whichever process owns them; null: this process has its own feed. */
  readonly gatewayMarkets: SingletonWork | null;
  readonly trading: Trading;
  readonly automation: AutomationControl;
  readonly autoTrader: AutoTrader;
  readonly brokerTrader: BrokerTrader;
  readonly pcr: Pcr;
  readonly strategies: Strategies;
  readonly backtests: Backtests;
  readonly drawings: Drawings;
  readonly stream: StreamGateway;
  /** null: no key pair for push messages is configured. */
  readonly push: Push | null;
  readonly securityLog: SecurityLog;
  readonly background: BackgroundWork;
  readonly mailWorker: MailOutboxWorker;
  /** null: mails go out through a mail server. */
  readonly mailbox: LocalMailbox | null;
};

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A session ends after a week without use, and after 30 days in any case (ASVS 7.3). */
const SESSION = { idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS };

/** Builds every feature, dependencies first. Nothing runs yet. */
export async function buildFeatures(base: Foundation): Promise<Features> {
  const { db, bus, calls, work, cluster, clock, ids, log } = base;
  const ties = { bus, calls, work, cluster };
  // Breaks a cycle: accounts ask whether a broker is connected, connections whether real money is allowed.
  const connections: Connections = {
    hasVerified: async (userId, broker) => (await brokers.connectedBrokers(userId)).includes(broker),
    leaveRealMoney: (tx, userId) => brokers.leaveRealMoney(tx, userId),
  };
  const accounts = createAccounts({ ids, keyedHash: base.keyedHash, connections });
  const securityLog = createSecurityLog({ clock, keyedHash: base.keyedHash });
  const { mailWorker, mailbox } = buildMail(base);
  const outbox = createOutbox({ sealer: base.sealer, clock, ids, wake: () => work.add(MAILS_WAIT, ANY_WORKER, null) });
  const background = new BackgroundWork(log);
  const brokers = new BrokerConnections({
    ...ties,
    db,
    clock,
    ids,
    background,
    accounts,
    securityLog,
    rng: base.rng,
    keyRing: base.keyRing,
    catalog: base.catalog,
    origins: base.config.brokerOrigins,
    log: log.child({ feature: 'brokers' }),
  });
  const authDeps = {
    db,
    bus,
    clock,
    ids,
    accounts,
    randomBytes,
    log: log.child({ feature: 'auth' }),
    sealer: base.sealer,
    securityLog,
    outbox,
    background,
    keyedHash: base.keyedHash,
    site: base.site,
    emailIntervalMs: base.config.authEmailIntervalMs,
    sessionLimits: { reuseIntervalMs: base.config.authReuseIntervalMs, ...SESSION },
  };
  const auth = await openAuthService(authDeps, base.config.hostedProject, fetch);
  const { markets, outside } = buildMarkets(base, brokers);
  const trading = createTrading({
    ...ties,
    db,
    clock,
    accounts,
    markets,
    brokers,
    ids: timeOrderedIds,
    log: log.child({ feature: 'trading' }),
    metrics: base.metrics.registry,
    tracing: base.tracing,
    // Among several processes, the number of settlers decides how much the database settles at once.
    settlesAtOnce: base.config.cluster.natsUrl === null ? 2 : 1,
  });
  const pcr = createPcr({
    ...ties,
    db,
    clock,
    ids,
    stopwatchMs,
    markets,
    accounts,
    log: log.child({ feature: 'pcr' }),
  });
  const strategies = createStrategies({
    ...ties,
    db,
    clock,
    markets,
    accounts,
    ids: timeOrderedIds,
    log: log.child({ feature: 'strategies' }),
  });
  const automation = createAutomation({
    ...ties,
    db,
    clock,
    accounts,
    securityLog,
    log: log.child({ feature: 'trading' }),
    countRunning: async (sql, userId, nowMs) => {
      const counts = [
        runningBots(sql, userId, nowMs),
        pcr.countAutomatic(sql, userId),
        strategies.countAutomatic(sql, userId),
      ];
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
  });
  const automaticDeps = {
    ...ties,
    db,
    clock,
    accounts,
    markets,
    trading,
    sources: { pcr, strategy: strategies },
    log: log.child({ feature: 'auto-trading' }),
  };
  const backtests = createBacktests({
    ...ties,
    db,
    clock,
    markets,
    pcr,
    strategies,
    ids,
    log: log.child({ feature: 'backtests' }),
    openThread: base.openBacktestThread,
    whileKept: (lease) => base.forwarding?.serve(lease) ?? (() => undefined),
  });
  const stream = new StreamGateway({
    ...ties,
    clock,
    markets,
    authenticator: auth.authenticator,
    log: log.child({ feature: 'stream' }),
  });
  return {
    accounts,
    brokers,
    connections,
    auth,
    markets,
    gatewayMarkets: outside,
    trading,
    automation,
    autoTrader: new AutoTrader(automaticDeps),
    brokerTrader: new BrokerTrader(automaticDeps),
    pcr,
    strategies,
    backtests,
    drawings: createDrawings({ db, clock }),
    stream,
    push: buildPush(base, background),
    securityLog,
    background,
    mailWorker,
    mailbox,
  };
}

function buildMarkets(
  base: Foundation,
  brokers: BrokerConnections,
): { readonly markets: Markets; readonly outside: SingletonWork | null } {
  const { bus, calls, cluster, db, clock, historyDays, publicFeeds, ownMarket, log } = base;
  const deps = {
    bus,
    db,
    clock,
    historyDays,
    brokers,
    publicFeeds,
    log: log.child({ feature: 'market-data' }),
    metrics: base.metrics.registry,
  };
  if (ownMarket.kind === 'here') return { markets: createMarkets({ ...deps, feed: ownMarket.feed }), outside: null };
  const { source: ownSource, open: openOwn, payoutSeed } = ownMarket;
  return createClusterMarkets({ ...deps, calls, cluster, ownSource, openOwn, payoutSeed });
}

function buildPush(base: Foundation, background: BackgroundWork): Push | null {
  const { config, db, bus, work, clock, ids, log, pushReachesLoopback: allowLoopback } = base;
  if (config.push === null) return null;
  return new Push({
    db,
    bus,
    work,
    clock,
    ids,
    background,
    keys: config.push,
    allowLoopback,
    log: log.child({ feature: 'push' }),
  });
}

function buildMail({ config, db, sealer, clock, log, say }: Foundation): Pick<Features, 'mailWorker' | 'mailbox'> {
  const { smtpUrl, from } = config.mail;
  const local = new LocalMailbox({ db, sealer, say });
  const mailWorker = new MailOutboxWorker({
    db,
    sealer,
    clock,
    host: domainOf(from),
    mailer: smtpUrl === null ? local : createSmtpMailer({ smtpUrl, from }),
    log: log.child({ feature: 'mail' }),
  });
  return { mailWorker, mailbox: smtpUrl === null ? local : null };
}

/** The sections of the data export, in file order. */
const EXPORT_SECTIONS = [
  ...AUTH_SECTIONS,
  ...ACCOUNT_SECTIONS,
  ...BROKER_SECTIONS,
  ...TRADING_SECTIONS,
  ...PCR_SECTIONS,
  ...STRATEGY_SECTIONS,
  ...BACKTEST_SECTIONS,
  ...DECISION_SECTIONS,
  ...PUSH_SECTIONS,
  ...DRAWING_SECTIONS,
];

export function registerFeatureRoutes(
  app: App,
  features: Features,
  { db, bus, clock, ids, site, keyedHash, publicFeeds }: Foundation,
): void {
  const { auth, markets, trading, automation, pcr, strategies, backtests, stream, securityLog, mailbox } = features;
  auth.registerRoutes(app);
  registerAccountsRoutes(app, {
    db,
    clock,
    ids,
    securityLog,
    keyedHash,
    connections: features.connections,
    bus,
    people: auth.people,
    hasActiveRealTrade,
    exportSections: EXPORT_SECTIONS,
    authenticator: auth.authenticator,
    publishableKey: auth.embedded?.publishableKey ?? null,
  });
  registerBrokerRoutes(app, features.brokers);
  registerMarketDataRoutes(app, { markets, clock, venue: trading });
  registerMarketSourceRoutes(app, {
    db,
    bus,
    markets,
    brokers: features.brokers,
    nowMs: () => clock.now(),
    publicSources: [...publicFeeds.keys()],
  });
  registerTradingRoutes(app, trading);
  registerBrokerOrderRoute(app, { trading, brokers: features.brokers });
  registerRiskRoutes(app, automation);
  registerPcrRoutes(app, pcr);
  registerStrategyRoutes(app, strategies);
  registerBacktestRoutes(app, backtests);
  registerDrawingRoutes(app, features.drawings);
  if (features.push) registerPushRoutes(app, features.push);
  registerStreamRoutes(app, { gateway: stream, site });
  if (mailbox) registerMailboxRoutes(app, { mailbox, site });
}
