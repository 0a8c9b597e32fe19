import { setTimeout as sleep } from 'node:timers/promises';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { rederiveSetup } from '#features/pcr/index.ts';
import { type ChainFault, type Derivation, findChainOwners, verifyChain } from '#features/signals/index.ts';
import { rederiveStrategy } from '#features/strategies/index.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/persistence/database.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/** The result for the signals of one setup or strategy. */
export type VerifiedOwner = {
  readonly automation: AutomationKind;
  readonly id: string;
  /** The number of signals before the first fault. */
  readonly signals: number;
  readonly fault: ChainFault | null;
  /** Number of signals by result, for each version of the rules. */
  readonly derivations: readonly Derivation[];
};

/**
 * Longest time between the storage of a signal and the storage of its candle. In a healthy database it is half a
 * second.
 */
const STORED_WITHIN_MS = 2_000;

/**
 * Checks every signal against its chain hash and the stored candles, with or without a running server. A mismatch is
 * checked once more after a pause, because the candle of a new signal may not be stored yet.
 * @param setupId the setup or strategy to check; null for all
 * @param pause resolves after the pause
 * @throws StartupError if the database is unreachable
 */
export async function verifySignals(
  config: Config,
  setupId: string | null,
  pause: () => Promise<unknown> = () => sleep(STORED_WITHIN_MS),
): Promise<readonly VerifiedOwner[]> {
  const undo = new UndoStack();
  try {
    const { access } = await connectDatabase(config, 'comprobación', undo);
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    const owners = [...(await verifyAll(db, 'pcr', setupId)), ...(await verifyAll(db, 'strategy', setupId))];
    if (!owners.some(differs)) return owners;
    await pause();
    return await Promise.all(owners.map(async (owner) => (differs(owner) ? verifyOne(db, owner) : owner)));
  } finally {
    await undo.run();
  }
}

const differs = ({ derivations }: VerifiedOwner): boolean => derivations.some(({ kind }) => kind === 'differs');

const REDERIVE = { pcr: rederiveSetup, strategy: rederiveStrategy } as const;

/** Returns all setups or strategies with signals, or the requested one. */
async function verifyAll(db: Pick<Database, 'sql'>, automation: AutomationKind, onlyId: string | null) {
  const owners: VerifiedOwner[] = [];
  for (const id of await findChainOwners(db.sql, automation)) {
    if (onlyId === null || id === onlyId) owners.push(await verifyOne(db, { automation, id }));
  }
  return owners;
}

async function verifyOne(
  { sql }: Pick<Database, 'sql'>,
  { automation, id }: Pick<VerifiedOwner, 'automation' | 'id'>,
): Promise<VerifiedOwner> {
  const { rows, fault } = await verifyChain(sql, automation, id);
  const derivations = await REDERIVE[automation](sql, id, rows);
  return { automation, id, signals: rows.length, fault, derivations };
}
