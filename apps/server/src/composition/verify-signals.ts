import type { AutomationKind } from '@vigia/core/vocabulary';
import { rederiveSetup } from '#features/pcr/index.ts';
import { type ChainFault, type Derivation, findChainOwners, verifyChain } from '#features/signals/index.ts';
import { rederiveStrategy } from '#features/strategies/index.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/persistence/database.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { reachDatabase } from './reach-database.ts';
import { UndoStack } from './undo-stack.ts';

/** What was found of one setup's or strategy's signals. */
export type VerifiedOwner = {
  readonly automation: AutomationKind;
  readonly id: string;
  /** Those before the first fault. */
  readonly signals: number;
  readonly fault: ChainFault | null;
  /** By version of its rules. */
  readonly derivations: readonly Derivation[];
};

/**
 * Holds every sealed signal against its seal and against the stored candles; beside a running server and without one.
 * @param setupId only this setup or strategy
 * @throws StartupError if the database cannot be reached
 */
export async function verifySignals(config: Config, setupId: string | null): Promise<readonly VerifiedOwner[]> {
  const undo = new UndoStack();
  try {
    const { access } = await reachDatabase(config, 'comprobación', undo);
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    return [...(await verifyAll(db, 'pcr', setupId)), ...(await verifyAll(db, 'strategy', setupId))];
  } finally {
    await undo.run();
  }
}

const REDERIVE = { pcr: rederiveSetup, strategy: rederiveStrategy } as const;

/** All with signals of one kind, or the one asked for. */
async function verifyAll({ sql }: Pick<Database, 'sql'>, automation: AutomationKind, onlyId: string | null) {
  const owners: VerifiedOwner[] = [];
  for (const id of await findChainOwners(sql, automation)) {
    if (onlyId !== null && id !== onlyId) continue;
    const { rows, fault } = await verifyChain(sql, automation, id);
    const derivations = await REDERIVE[automation](sql, id, rows);
    owners.push({ automation, id, signals: rows.length, fault, derivations });
  }
  return owners;
}
