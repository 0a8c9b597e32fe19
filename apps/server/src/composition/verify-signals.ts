import type { AutomationKind } from '@vigia/core/vocabulary';
import { rederiveSetup } from '#features/pcr/index.ts';
import {
  type ChainAutomation,
  type ChainFault,
  type Derivation,
  findChainAutomationIds,
  verifyChain,
} from '#features/signals/index.ts';
import { rederiveStrategy } from '#features/strategies/index.ts';
import type { Database } from '#platform/persistence/database.ts';

/** The result for the signals of one setup or strategy. */
export type VerifiedAutomation = {
  readonly automation: AutomationKind;
  readonly id: string;
  /** The number of signals before the first fault. */
  readonly signals: number;
  readonly fault: ChainFault | null;
  /** Number of signals by result, for each version of the rules. */
  readonly derivations: readonly Derivation[];
};

/**
 * Checks every signal against its chain hash and the stored candles. A mismatch is checked once more after a pause,
 * because the candle of a new signal may not be stored yet.
 * @param setupId the setup or strategy to check; null for all
 * @param nowMs the current time, epoch milliseconds
 * @param pause resolves after the pause
 */
export async function verifySignals(
  db: Pick<Database, 'sql'>,
  { setupId, nowMs }: { readonly setupId: string | null; readonly nowMs: number },
  pause: () => Promise<unknown>,
): Promise<readonly VerifiedAutomation[]> {
  const { sql } = db;
  const owners = [
    ...(await verifyAll({ sql, nowMs }, 'pcr', setupId)),
    ...(await verifyAll({ sql, nowMs }, 'strategy', setupId)),
  ];
  if (!owners.some(differs)) return owners;
  await pause();
  return await Promise.all(owners.map(async (owner) => (differs(owner) ? verifyOne({ sql, nowMs }, owner) : owner)));
}

/**
 * Checks the signals of one setup or strategy, once more after a pause if they differ from the stored candles.
 * @param nowMs the current time, epoch milliseconds
 */
export async function verifyAutomation(
  { sql }: Pick<Database, 'sql'>,
  owner: ChainAutomation,
  { nowMs, pause }: { readonly nowMs: number; readonly pause: () => Promise<unknown> },
): Promise<VerifiedAutomation> {
  const found = await verifyOne({ sql, nowMs }, owner);
  if (!differs(found)) return found;
  await pause();
  return await verifyOne({ sql, nowMs }, owner);
}

/** Returns the number of faults of a setup or strategy: in its chain, in its derived signals, and missing signals. */
export const countFaults = ({ fault, derivations }: VerifiedAutomation): number =>
  (fault === null ? 0 : 1) + derivations.reduce((sum, one) => sum + faultsIn(one), 0);

const faultsIn = (one: Derivation): number =>
  one.kind === 'differs' ? 1 : one.kind === 'derived' ? one.absences.missing.length : 0;

const differs = ({ derivations }: VerifiedAutomation): boolean => derivations.some(({ kind }) => kind === 'differs');

type Deps = Pick<Database, 'sql'> & { readonly nowMs: number };

const REDERIVE = { pcr: rederiveSetup, strategy: rederiveStrategy } as const;

/** Returns all setups or strategies that have signals or were ever on, or the requested one. */
async function verifyAll(db: Deps, automation: AutomationKind, onlyId: string | null) {
  const owners: VerifiedAutomation[] = [];
  for (const id of await findChainAutomationIds(db.sql, automation)) {
    if (onlyId === null || id === onlyId) owners.push(await verifyOne(db, { automation, id }));
  }
  return owners;
}

async function verifyOne(
  { sql, nowMs }: Deps,
  { automation, id }: Pick<VerifiedAutomation, 'automation' | 'id'>,
): Promise<VerifiedAutomation> {
  const { rows, fault } = await verifyChain(sql, automation, id);
  const derivations = await REDERIVE[automation](sql, id, rows, nowMs);
  return { automation, id, signals: rows.length, fault, derivations };
}
