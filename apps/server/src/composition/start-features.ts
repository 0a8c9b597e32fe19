import { MARKET_LOG } from '#features/market-data/index.ts';
import type { Role } from '#platform/config/cluster.ts';
import { ANY_MAIL_WORKER_KEY, MAIL_WAKE_UP } from './build-mail.ts';
import type { ClusterServices } from './cluster-services.ts';
import type { Features } from './features.ts';
import { type PrintLine, runStartStep } from './narrate.ts';
import type { UndoStack } from './undo-stack.ts';

export type StartDeps = {
  readonly features: Features;
  readonly services: ClusterServices;
  readonly roles: ReadonlySet<Role>;
  readonly say: PrintLine;
  /** Receives the steps that stop everything that was started. */
  readonly undo: UndoStack;
};

/** Starts the features for the roles of this process, dependencies first. A single process starts all of them. */
export async function startFeatures(deps: StartDeps): Promise<void> {
  const { roles } = deps;
  if (roles.has('settler')) startOutboxWorkers(deps);
  // Several processes share the markets, and one of them runs their feeds. The others wait for it at their start, but
  // broker sessions do not wait.
  const isShared = deps.features.marketLog !== null;
  const outside = isShared && roles.has('feed') ? Promise.all([startMarketLog(deps), startBrokerSessions(deps)]) : null;
  await startMarkets(deps);
  if (roles.has('settler')) await startSettling(deps);
  await (outside ?? (roles.has('feed') ? startBrokerSessions(deps) : null));
  if (roles.has('engine')) await startEngines(deps);
  if (roles.has('api')) await startServing(deps);
}

/**
 * Starts the mail and push workers of this process. Several processes may run them, because each row is claimed by one
 * process.
 */
function startOutboxWorkers({ features: { auth, deliveries, mailWorker, push }, services, undo }: StartDeps): void {
  undo.push(
    services.work.work(MAIL_WAKE_UP, ANY_MAIL_WORKER_KEY, async () => {
      mailWorker.onEnqueued();
      return 'done';
    }),
  );
  mailWorker.start();
  deliveries.startSending();
  push.start();
  undo.push(() => auth.stop());
  auth.start();
}

async function startMarkets({
  features: { deliveries, markets, notificationWatcher, push },
  say,
  undo,
}: StartDeps): Promise<void> {
  undo.push(() => notificationWatcher.stop());
  notificationWatcher.start();
  undo.push(() => push.stop());
  undo.push(() => deliveries.stop());
  deliveries.start();
  undo.push(() => markets.stop());
  await runStartStep(
    say,
    () => markets.start(),
    () => `Mercado listo: ${markets.own.assets().length} activos, fuente ${markets.own.source}`,
  );
}

async function startSettling({ features, say, undo }: StartDeps): Promise<void> {
  const { trading, automation } = features;
  await features.followExclusions();
  undo.push(() => trading.settlement.stop());
  await runStartStep(
    say,
    () => trading.settlement.start(),
    () => 'Operaciones vencidas liquidadas',
  );
  undo.push(() => features.evidenceLog.stop());
  features.evidenceLog.start();
  undo.push(() => features.nightlyCheck.stop());
  features.nightlyCheck.start();
  undo.push(() => features.headMails.stop());
  features.headMails.start();
  undo.push(() => features.scheduledBackups?.stop());
  features.scheduledBackups?.start();
  undo.push(() => features.webhookUpkeep.stop());
  features.webhookUpkeep.start();
  undo.push(() => automation.stop());
  automation.start();
  undo.push(() => features.notificationUpkeep.stop());
  features.notificationUpkeep.start();
  undo.push(() => features.alertWatch.stop());
  features.alertWatch.start();
  undo.push(() => features.telegram.stop());
  features.telegram.start();
}

async function startMarketLog({ features: { marketLog }, services, undo }: StartDeps): Promise<void> {
  if (marketLog === null) return;
  const log = services.cluster.runSingleton(MARKET_LOG, marketLog);
  undo.push(() => log.stop());
  await log.started;
}

async function startBrokerSessions({ features: { sessionShards }, undo }: StartDeps): Promise<void> {
  undo.push(() => sessionShards.stop());
  await sessionShards.start();
}

/**
 * Starts auto-trading before the engines, so that it receives every signal. It also decides the signals that were still
 * undecided when the process last ended.
 */
async function startEngines({ features: { autoTrader, pcr, strategies }, say, undo }: StartDeps): Promise<void> {
  undo.push(() => autoTrader.stop());
  await autoTrader.start();
  undo.push(() => pcr.stop());
  await runStartStep(
    say,
    () => pcr.start(),
    () => `Motor PCR en marcha: ${pcr.streams} series`,
  );
  undo.push(() => strategies.stop());
  await runStartStep(
    say,
    () => strategies.start(),
    () => `Estrategias en marcha: ${strategies.streams} series`,
  );
}

async function startServing({
  features: { backtests, newNotifications, priceFiles, stream },
  undo,
}: StartDeps): Promise<void> {
  undo.push(() => priceFiles.stop());
  await priceFiles.start();
  undo.push(() => backtests.stop());
  await backtests.start();
  undo.push(() => newNotifications.stop());
  undo.push(() => stream.stop());
  stream.start();
}
