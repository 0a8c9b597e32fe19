import { OUTSIDE } from '#features/brokers/index.ts';
import type { Role } from '#platform/config/cluster.ts';
import type { Forwarding } from '#platform/http/forwarding.ts';
import { ANY_COURIER, type Features, MAILS_WAIT } from './features.ts';
import { type Say, step } from './narrate.ts';
import { outsideWork } from './outside.ts';
import type { Ties } from './ties.ts';
import type { UndoStack } from './undo-stack.ts';

export type StartDeps = {
  readonly features: Features;
  readonly ties: Ties;
  readonly roles: ReadonlySet<Role>;
  /** null: this process is the only one. */
  readonly forwarding: Forwarding | null;
  readonly say: Say;
  /** Receives how to end what was begun. */
  readonly undo: UndoStack;
};

/** Starts what this process's roles ask for, in the order of who needs whom; one process alone starts everything. */
export async function startFeatures(deps: StartDeps): Promise<void> {
  const { roles } = deps;
  if (roles.has('settler')) startCouriers(deps);
  // A shared market is followed here too, and there is none before somebody owns it.
  const isShared = deps.features.outsideMarkets !== null;
  const outside = isShared && roles.has('feed') ? startOutside(deps) : null;
  await startMarkets(deps);
  if (roles.has('settler')) await startSettling(deps);
  await (outside ?? (roles.has('feed') ? startOutside(deps) : null));
  if (roles.has('engine')) await startEngines(deps);
  if (roles.has('api')) await startServing(deps);
}

/** Mails and messages to browsers: several couriers may work side by side, each entry is claimed by one. */
function startCouriers({ features: { auth, courier, push }, ties, undo }: StartDeps): void {
  undo.push(
    ties.work.work(MAILS_WAIT, ANY_COURIER, async () => {
      courier.wake();
      return 'done';
    }),
  );
  courier.start();
  push?.startCourier();
  undo.push(() => auth.stop());
  auth.start();
}

async function startMarkets({ features: { markets, push }, say, undo }: StartDeps): Promise<void> {
  undo.push(async () => push?.stop());
  push?.start();
  undo.push(() => markets.stop());
  await step(
    say,
    () => markets.start(),
    () => `Mercado listo: ${markets.own.assets().length} activos, fuente ${markets.own.source}`,
  );
}

async function startSettling({ features: { trading, automation }, say, undo }: StartDeps): Promise<void> {
  undo.push(() => trading.stop());
  await step(
    say,
    () => trading.start(),
    () => 'Operaciones vencidas liquidadas',
  );
  undo.push(() => automation.stop());
  automation.start();
}

async function startOutside({ features, ties, forwarding, undo }: StartDeps): Promise<void> {
  const outside = ties.ownership.seek(OUTSIDE, outsideWork({ ...features, forwarding }));
  undo.push(() => outside.stop());
  await outside.firstRound;
}

/** Auto-trading before anything signals, so that it hears all of it; what was left undecided by the run before is decided now. */
async function startEngines({ features: { autoTrader, pcr, strategies }, say, undo }: StartDeps): Promise<void> {
  undo.push(() => autoTrader.stop());
  await autoTrader.start();
  undo.push(() => pcr.stop());
  await step(
    say,
    () => pcr.start(),
    () => `Motor PCR en marcha: ${pcr.streams} series`,
  );
  undo.push(() => strategies.stop());
  await step(
    say,
    () => strategies.start(),
    () => `Estrategias en marcha: ${strategies.streams} series`,
  );
}

async function startServing({ features: { backtests, stream }, undo }: StartDeps): Promise<void> {
  undo.push(() => backtests.stop());
  await backtests.start();
  undo.push(() => stream.stop());
  stream.start();
}
