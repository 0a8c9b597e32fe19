import { randomBytes } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { useOutboundProxy } from '@vigia/broker-kit/outbound';
import type { Broker, PriceFeed } from '@vigia/broker-kit/port';
import { type Clock, durationMs, type IdSource, type Rng } from '@vigia/core/kernel';
import { demoFacts, type MarketFacts } from '@vigia/core/market-model';
import { FETCHED_HISTORY_DAYS } from '#features/history-fetches/index.ts';
import { readMarketFacts } from '#features/market-data/index.ts';
import { ClockMonitor } from '#platform/clock/clock-monitor.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { BROKER_ORIGINS_RULE, firstForbiddenOrigin } from '#platform/config/broker-origins.ts';
import type { Config } from '#platform/config/config.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Sealer } from '#platform/crypto/sealer.ts';
import { systemRng } from '#platform/crypto/system-rng.ts';
import type { RouteListener } from '#platform/http/app.ts';
import { Forwarding } from '#platform/http/forwarding.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger, type Logger } from '#platform/logging/logger.ts';
import { isOwnSite } from '#platform/mail/mailbox.routes.ts';
import { withWaitMetrics } from '#platform/metrics/measured-database.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { registerClusterMetrics } from '#platform/metrics/register-cluster-metrics.ts';
import type { Database } from '#platform/persistence/database.ts';
import { withReadableCause } from '#platform/persistence/fault-words.ts';
import { readInstallationId } from '#platform/persistence/installation-id.ts';
import { createPartitionUpkeep } from '#platform/persistence/partition-upkeep.ts';
import { StartupError } from '#platform/startup-error.ts';
import { openBacktestThread } from './backtest-thread.ts';
import { bringUpDatabase } from './bring-up-database.ts';
import { BROKERS } from './brokers.ts';
import { buildFeatures } from './build-features.ts';
import { clusterServices, singleProcessServices } from './cluster-services.ts';
import type { Features } from './features.ts';
import { type DefaultMarket, type FeedDeps, openFeed, openSharedMarket, publicFeeds } from './feed.ts';
import type { Foundation } from './foundation.ts';
import { buildHttp, type Http } from './http.ts';
import { mirrorExclusionsToFile } from './mirror-exclusions.ts';
import { type PrintLine, runStartStep } from './narrate.ts';
import { assertPortFree } from './port.ts';
import { registerMetrics } from './register-metrics.ts';
import { startFeatures } from './start-features.ts';
import { openTracing } from './tracing.ts';
import { UndoStack } from './undo-stack.ts';

/** Replacements of real parts, for tests and tools. */
export type AppOverrides = {
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly log?: Logger;
  readonly say?: PrintLine;
  /** Called if the embedded database does not keep running, so the process must end. */
  readonly onGivenUp?: (error: StartupError) => void;
  readonly webRoot?: string;
  /** Called for each route when it is registered. */
  readonly onRoute?: RouteListener;
  /** Seed of a simulated market with a known key, which replaces that of the installation. */
  readonly feedSeed?: number;
  /** Creates a price source that replaces the one in the settings. */
  readonly feed?: (clock: Clock) => PriceFeed;
  /** Brokers that replace the four real ones. */
  readonly brokers?: readonly Broker[];
  readonly rng?: Rng;
  /** Allows push messages to a push service on this machine. */
  readonly pushReachesLoopback?: boolean;
  /** Number of days of candles that the first start backfills. */
  readonly historyDays?: number;
  /** Days that a history fetched from a broker reaches back; 365 by default. */
  readonly fetchedDays?: number;
  /** Starts a backtest thread, for use without a build. */
  readonly openBacktestThread?: () => Worker;
};

/** A running server. */
export type RunningApp = {
  readonly url: string;
  readonly db: Database;
  readonly features: Features;
  /** Stops everything in order, the database last. A second call does nothing. */
  stop(): Promise<void>;
};

const HISTORY_DAYS = 30;

/**
 * Starts the whole server: storage, keys, schema, features, web.
 * @throws StartupError if the start fails; everything that was started is stopped in this case
 */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<RunningApp> {
  const undo = new UndoStack();
  const log = overrides.log ?? createLogger(config.logLevel).child({ roles: [...config.cluster.roles].join(',') });
  try {
    return await bringUp(config, overrides, log, undo);
  } catch (error) {
    for (const failure of await undo.run()) log.error({ err: failure }, 'taking back a failed start failed');
    throw withReadableCause(error);
  }
}

async function bringUp(config: Config, overrides: AppOverrides, log: Logger, undo: UndoStack): Promise<RunningApp> {
  const { clock = systemClock, ids = randomIds, say = () => undefined, onGivenUp = () => undefined } = overrides;
  const catalog = overrides.brokers ?? BROKERS;
  const stray = firstForbiddenOrigin(config.brokerOrigins, catalog);
  if (stray !== null)
    throw new StartupError(`BROKER_ORIGINS: ${stray} no vale: debe ser ${BROKER_ORIGINS_RULE}.`, { exitCode: 2 });
  useOutboundProxy(config.outboundProxy);
  if (config.outboundProxy) log.info({ proxy: config.outboundProxy.origin }, 'brokers are reached through a proxy');
  // This check fails immediately. The steps before the real listen take seconds.
  await assertPortFree(config);
  const tracing = await openTracing(config, ids, undo);
  const metrics = createMetrics();
  const { db: ownDb, app, sealer, keyedHash, keyRing } = await bringUpDatabase(config, { log, say, onGivenUp }, undo);
  const db = withWaitMetrics(ownDb, metrics.registry);
  const { tickRetentionDays: retentionDays, candleRetentionDays } = config;
  const upkeep = createPartitionUpkeep({ db, clock, log, retentionDays, candleRetentionDays });
  undo.push(() => upkeep.stop());
  await upkeep.start();
  const clockMonitor = new ClockMonitor({ clock, log, registry: metrics.registry, onJump: () => upkeep.tendSoon() });
  undo.push(() => clockMonitor.stop());
  clockMonitor.start();

  let port = config.port;
  const site = createSite({ siteUrl: config.siteUrl, host: config.host, port: () => port });
  const rng = overrides.rng ?? systemRng;
  const derivOrigins = config.brokerOrigins['deriv'] ?? {};
  const simulated = await simulatedMarket(db, sealer, overrides.feedSeed);
  const feedDeps = { clock, rng, log, db, simulated, derivOrigins, say };
  const { roles, natsUrl } = config.cluster;
  const ownMarket =
    natsUrl === null
      ? await marketHere(config, overrides, feedDeps, undo)
      : openSharedMarket(config.feed, feedDeps, overrides.feed);
  const { counted, ...services } =
    natsUrl === null
      ? singleProcessServices(clock, log)
      : clusterServices({
          natsUrl,
          roles,
          clock,
          log,
          undo,
          database: app,
          installationId: await readInstallationId(db.sql, randomIds.next()),
        });
  const base: Foundation = {
    config,
    db,
    app,
    clock,
    ids,
    log,
    sealer,
    keyedHash,
    keyRing,
    site,
    ownMarket,
    simulated,
    rng,
    tracing,
    publicFeeds: publicFeeds(feedDeps),
    catalog,
    ...services,
    forwarding: natsUrl === null ? null : new Forwarding({ calls: services.calls, sealer, clock, ids }),
    metrics,
    clockMonitor,
    pushReachesLoopback: overrides.pushReachesLoopback ?? false,
    historyDays: overrides.historyDays ?? HISTORY_DAYS,
    fetchedDays: overrides.fetchedDays ?? FETCHED_HISTORY_DAYS,
    openBacktestThread: overrides.openBacktestThread ?? openBacktestThread,
    say,
  };
  const features = await buildFeatures(base);
  const { bus } = services;
  const { dataFolder } = config;
  await mirrorExclusionsToFile({ dataFolder, db, bus, keyedHash, background: features.background, clock, log }, undo);
  registerMetrics(base, features);
  registerClusterMetrics(metrics.registry, counted);
  // The worker finishes the work of the last requests after the web server has closed and before the database is
  // closed.
  undo.push(() => features.mailWorker.stop());
  undo.push(() => features.background.idle());
  // The web server is created before the features start, so that it closes after them. It answers 503 until they are
  // started, instead of refusing connections.
  const http = await buildHttp(base, features, overrides, undo);
  await startFeatures({ features, services, roles, say, undo });
  port = await runStartStep(say, http.listen, (used) => `Servidor web en el puerto ${used}`);
  if (features.mailbox && roles.has('api')) say(mailNote(site.url()));
  let stopping: Promise<void> | null = null;
  const stopOnce = () => {
    stopping ??= stop({ http, clock, delayMs: config.shutdownDelayMs, undo, log });
    return stopping;
  };
  return { url: site.url(), db, features, stop: stopOnce };
}

/** Returns the simulated market of the installation, or one with the known key of a seed. */
const simulatedMarket = async (db: Database, sealer: Sealer, seed: number | undefined): Promise<MarketFacts> =>
  seed === undefined ? readMarketFacts(db.sql, sealer, randomBytes) : demoFacts(seed);

/** Opens a market for a single process. */
async function marketHere(
  config: Config,
  overrides: AppOverrides,
  deps: FeedDeps,
  undo: UndoStack,
): Promise<DefaultMarket> {
  if (overrides.feed) return { kind: 'here', feed: overrides.feed(deps.clock), fallbackFrom: null };
  const { feed, fallbackFrom, close } = await openFeed(config.feed, deps);
  undo.push(close);
  return { kind: 'here', feed, fallbackFrom };
}

/** Reports the stop to load balancers, and gives them time to switch to other processes. */
async function stop({
  http,
  clock,
  delayMs,
  undo,
  log,
}: {
  readonly http: Http;
  readonly clock: Clock;
  readonly delayMs: number;
  readonly undo: UndoStack;
  readonly log: Logger;
}): Promise<void> {
  http.reportStopping();
  if (delayMs > 0) await new Promise<void>((resolve) => clock.after(durationMs(delayMs), resolve));
  http.drain();
  for (const failure of await undo.run()) log.error({ err: failure }, 'stopping a part failed');
}

/** Returns a line with the address of the local mailbox, for an installation without a mail server. */
const mailNote = (siteUrl: string): string =>
  isOwnSite(siteUrl)
    ? `  Correo: sin SMTP_URL, los mensajes quedan en ${siteUrl}/dev/mailbox`
    : '  Correo: sin SMTP_URL y con una dirección pública, los enlaces de los mensajes solo se leen aquí';
