import type { AutomationKind } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { automationsTable, hasChain } from './journal-tables.ts';

/** A setup or strategy whose signals are derived again. */
export type ChainAutomation = { readonly automation: AutomationKind; readonly id: string };

/** A setup or strategy with faults that the last derivation of its signals found. */
export type FaultyAutomation = ChainAutomation & { readonly faults: number };

const KINDS = ['pcr', 'strategy'] as const satisfies readonly AutomationKind[];

/**
 * Returns the setups and strategies with a chain that were not derived since a time, those first whose turn was longest
 * ago.
 */
export async function findDueAutomations(sql: Sql, since: Date): Promise<readonly ChainAutomation[]> {
  const found = await Promise.all(
    KINDS.map(
      (automation) => sql<(ChainAutomation & { readonly derived_at: Date | null })[]>`
        SELECT ${automation}::text AS automation, id, derived_at FROM ${sql(automationsTable(automation))} o
        WHERE (derived_at IS NULL OR derived_at < ${since}) AND ${hasChain(sql, automation)}`,
    ),
  );
  const turnOf = ({ derived_at: at }: { readonly derived_at: Date | null }): number => at?.getTime() ?? -Infinity;
  return found.flat().toSorted((one, other) => turnOf(one) - turnOf(other) || (one.id < other.id ? -1 : 1));
}

/**
 * Stores that the signals of a setup or strategy had their turn.
 * @param faults number of faults; null if the signals could not be derived, so that the earlier number stays
 */
export async function recordDerivation(
  sql: Sql,
  { automation, id, faults }: ChainAutomation & { readonly faults: number | null },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE ${sql(automationsTable(automation))}
    SET derived_at = ${at}, derivation_faults = coalesce(${faults}::int, derivation_faults) WHERE id = ${id}`;
}

/** Returns the setups and strategies whose last derivation found faults. */
export async function findFaultyAutomations(sql: Sql): Promise<readonly FaultyAutomation[]> {
  const found = KINDS.map(
    (automation) => sql<FaultyAutomation[]>`
      SELECT ${automation}::text AS automation, id, derivation_faults AS faults
      FROM ${sql(automationsTable(automation))}
      WHERE derivation_faults > 0 ORDER BY id`,
  );
  return (await Promise.all(found)).flat();
}
