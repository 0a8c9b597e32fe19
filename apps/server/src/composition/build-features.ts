import { randomBytes } from 'node:crypto';
import { type Connections, createAccounts } from '#features/accounts/index.ts';
import { openAuthService, readAutomationActor, runningBots } from '#features/auth/index.ts';
import { AutoTrader, BrokerTrader, firstAutomationBroker } from '#features/auto-trading/index.ts';
import { createBacktests } from '#features/backtests/index.ts';
import { BrokerChecks } from '#features/broker-check/index.ts';
import { BROKER_SESSIONS, BrokerConnections } from '#features/brokers/index.ts';
import { createDrawings } from '#features/drawings/index.ts';
import { createEvidence } from '#features/evidence/index.ts';
import { createRealMoneyGate } from '#features/graduation/index.ts';
import { createHistoryFetches } from '#features/history-fetches/index.ts';
import { createJournal } from '#features/journal/index.ts';
import { sourceNameEs } from '#features/market-data/index.ts';
import {
  createNotificationReader,
  createNotifications,
  Deliveries,
  NewNotifications,
  NotificationUpkeep,
  NotificationWatcher,
} from '#features/notifications/index.ts';
import { createPcr } from '#features/pcr/index.ts';
import { AlertWatch, PriceAlerts } from '#features/price-alerts/index.ts';
import { createPriceFiles } from '#features/price-files/index.ts';
import { Push, pushKeysOf } from '#features/push/index.ts';
import { createStrategies } from '#features/strategies/index.ts';
import { StreamGateway } from '#features/stream/index.ts';
import { createAutoTradingControl, createTrading } from '#features/trading/index.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { timeOrderedIds } from '#platform/crypto/time-ordered-ids.ts';
import { createOutbox } from '#platform/mail/postgres-outbox.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { brokerSessionsWork } from './broker-sessions-work.ts';
import { buildBackups } from './build-backups.ts';
import { buildEvidenceLog } from './build-evidence-log.ts';
import { ANY_MAIL_WORKER_KEY, buildMail, MAIL_WAKE_UP } from './build-mail.ts';
import { buildMarkets } from './build-markets.ts';
import { buildTelegram } from './build-telegram.ts';
import { buildWebhooks } from './build-webhooks.ts';
import { ChatOrders } from './chat-orders.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';

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
  const outbox = createOutbox({ sealer, clock, ids, wake: () => work.add(MAIL_WAKE_UP, ANY_MAIL_WORKER_KEY, null) });
  const brokerName = (id: string) => catalog.find((broker) => broker.id === id)?.traits.displayName ?? id;
  const auth = await openAuthService(
    {
      ...common,
      randomBytes,
      isHosted: config.hostedProject !== null,
      brokerName,
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
  const evidence = createEvidence(common);
  const gate = createRealMoneyGate({ ...common, catalog, evidence, personOf: readAutomationActor });
  const trading = createTrading({
    ...common,
    evidence,
    gate,
    markets,
    brokers,
    ids: timeOrderedIds,
    log: log('trading'),
    metrics: base.metrics.registry,
    tracing: base.tracing,
    // With several processes, the number of settlers limits the settlements that the database runs at the same time.
    settlesAtOnce: config.cluster.natsUrl === null ? 2 : 1,
    sessionShards,
    // Another process may take over a shard 5 s after this process began to release it, even if orders of the shard are
    // still pending here. This limit is therefore shorter than 5 s.
    finishOrdersWithinMs: config.cluster.natsUrl === null ? 10_000 : 3_000,
  });
  const firstBroker = (sql: Sql, userId: string) => firstAutomationBroker(sql, { accounts, catalog }, userId);
  const pcr = createPcr({ ...common, evidence, firstBroker, markets, log: log('pcr') });
  const strategies = createStrategies({
    ...common,
    keyedHash,
    randomBytes,
    evidence,
    firstBroker,
    markets,
    ids: timeOrderedIds,
    log: log('strategies'),
  });
  const automation = createAutoTradingControl({
    ...common,
    log: log('trading'),
    countRunning: async (sql, userId, nowMs) => {
      const bots = runningBots(sql, userId, nowMs);
      const counts = [bots, pcr.countAutomatic(sql, userId), strategies.countAutomatic(sql, userId)];
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
  });
  const sources = { pcr, strategy: strategies };
  const automaticDeps = { ...common, gate, markets, orders: trading.orders, sources, log: log('auto-trading') };
  const backtests = createBacktests({
    ...common,
    markets,
    pcr,
    strategies,
    simulated: base.simulated,
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
  const chatOrders = new ChatOrders({ ...common, catalog, markets, orders: trading.orders });
  const sessionsWork = brokerSessionsWork({
    brokers,
    chatOrders,
    historyFetches,
    settlement: trading.settlement,
    brokerTrader: new BrokerTrader(automaticDeps),
    priceCarrier,
    forwarding: base.forwarding,
  });
  const { authenticator } = auth;
  const readNotification = createNotificationReader(log('notifications'), base.metrics.registry);
  const keys = config.push ?? (await pushKeysOf(db.sql, sealer, pushSubject(config)));
  const push: Push = new Push({
    ...base,
    background,
    keys,
    allowLoopback: base.pushReachesLoopback,
    sendTest: (userId, receiverId) => deliveries.sendTest({ userId, channel: 'push', receiverId }),
  });
  const parts = { ...common, automation, brokers, pcr, strategies, trading };
  const telegram = buildTelegram(base, parts, chatOrders, () => deliveries);
  const { channel: webhookChannel, ...webhooks } = buildWebhooks(base, { securityLog, notices: auth.notices });
  const deliveries: Deliveries = new Deliveries({
    ...common,
    ports: { push, telegram, webhook: webhookChannel },
    outbox,
    readNotification,
    siteUrl: () => site.url(),
    log: log('notifications'),
  });
  const newNotifications = new NewNotifications({ ...common, readNotification, log: log('notifications') });
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
    automationAccount: { ...common, catalog, gate, notices: auth.notices, sources },
    autoTrader: new AutoTrader(automaticDeps),
    drawings: createDrawings(common),
    journal: createJournal(common),
    priceAlerts: new PriceAlerts({ ...common, markets }),
    alertWatch: new AlertWatch({ ...common, log: log('price-alerts') }),
    push,
    telegram,
    ...webhooks,
    deliveries,
    notifications: createNotifications({ ...common, readNotification }),
    notificationWatcher: new NotificationWatcher({
      ...common,
      brokerName,
      sessionShards,
      sourceName: (source) => (catalog.some(({ id }) => id === source) ? brokerName(source) : sourceNameEs(source)),
      ownSource: markets.own.source,
    }),
    newNotifications,
    notificationUpkeep: new NotificationUpkeep({ ...common, log: log('notifications') }),
    ...(await buildEvidenceLog(base, outbox)),
    ...buildBackups(base, outbox),
    stream: new StreamGateway({ ...common, newNotifications, markets, authenticator, log: log('stream') }),
  };
}

/** Returns the contact of the push messages' sender: the public address of the app, or else the sender of mails. */
function pushSubject({ siteUrl, mail }: Foundation['config']): string {
  return siteUrl?.startsWith('https://') ? siteUrl : `mailto:${mail.from.address}`;
}
