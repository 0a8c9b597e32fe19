import type { Clock } from '@vigia/core/kernel';
import {
  type ChainAutomation,
  type FaultyAutomation,
  findDueAutomations,
  findFaultyAutomations,
  recordDerivation,
} from '#features/signals/index.ts';
import type { Config } from '#platform/config/config.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { checkLogAndTrades, openCheckDatabase, waitUntilCandleIsStored } from './verify.ts';
import { countFaults, verifyAutomation } from './verify-signals.ts';

/** Time (ms) that the derivation of signals may take in a night. What is left comes first in the next night. */
const BUDGET_MS = 15 * 60 * 1_000;

type Derivations = {
  readonly log: Logger;
  /** Derives the signals of a setup or strategy again. Returns the number of faults. */
  readonly derive: (owner: ChainAutomation) => Promise<number>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Time (ms) after which no further setup or strategy is begun. */
  readonly budgetMs: number;
  /** Resolves after this number of milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
};

type NightlyCheckOptions = Pick<Derivations, 'clock' | 'log' | 'sleep'> & {
  readonly config: Config;
  readonly app: ConnectionOptions;
};

/**
 * Checks the log, the trades, and the signals of as many setups and strategies as the budget of a night allows. Returns
 * the faults.
 * @param signal ends the check at once; it then rejects
 */
export async function checkNightly(
  { config, app, clock, log, sleep }: NightlyCheckOptions,
  signal: AbortSignal,
): Promise<readonly object[]> {
  const db = openCheckDatabase(app);
  const abort = () => void db.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { log: record, trades } = await checkLogAndTrades(config, db, null);
    const derive = async (owner: ChainAutomation) =>
      countFaults(await verifyAutomation(db, owner, { nowMs: clock.now(), pause: waitUntilCandleIsStored }));
    const owners = await recomputeSignalsInTurn(db, { clock, log, signal, sleep, derive, budgetMs: BUDGET_MS });
    signal.throwIfAborted();
    return [
      ...record.faults,
      ...trades.map(({ id }) => ({ kind: 'trade_row', id })),
      ...owners.map((owner) => ({ kind: 'signals', ...owner })),
    ];
  } finally {
    signal.removeEventListener('abort', abort);
    await (signal.aborted ? db.abort() : db.close());
  }
}

/**
 * Derives the signals of those setups and strategies again whose turn is longest ago. Between two it rests as long as
 * the last one took, because this process also settles trades. Returns all whose last derivation found faults.
 */
export async function recomputeSignalsInTurn(
  db: Database,
  derivations: Derivations,
): Promise<readonly FaultyAutomation[]> {
  const { clock, signal, budgetMs, sleep } = derivations;
  const startedMs = clock.monotonicMs();
  for (const owner of await findDueAutomations(db.sql, new Date(clock.now()))) {
    const beganMs = clock.monotonicMs();
    if (signal.aborted || beganMs - startedMs >= budgetMs) break;
    await deriveOne(db, owner, derivations);
    await sleep(clock.monotonicMs() - beganMs);
  }
  return await findFaultyAutomations(db.sql);
}

/**
 * A setup or strategy that cannot be derived keeps its faults and loses its turn, so that it does not stop the others.
 */
async function deriveOne(
  db: Database,
  owner: ChainAutomation,
  { clock, log, signal, derive }: Derivations,
): Promise<void> {
  const faults = await derive(owner).catch((error: unknown) => {
    signal.throwIfAborted();
    log.warn({ err: error, owner }, 'the signals of a setup or strategy could not be derived again');
    return null;
  });
  await recordDerivation(db.sql, { ...owner, faults }, new Date(clock.now()));
}
