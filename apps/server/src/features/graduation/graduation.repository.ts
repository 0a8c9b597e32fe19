import type { AutomationKind, BrokerId } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { type AutomationAccountColumns, automationAccount, type BrokerVenue } from '../accounts/index.ts';

const TABLES = { pcr: 'pcr_setups', strategy: 'strategies' } as const;

/** A setup or strategy of a user. */
export type OwnedAutomation = { readonly userId: string; readonly kind: AutomationKind; readonly id: string };

/** The account of a setup or strategy (null for the paper account), and the version of its rules. */
type AutomationRow = { readonly account: BrokerVenue | null; readonly version: number };

/** Reads the account and the version of a setup or strategy; null if the user has none with this id. */
export async function findAutomation(sql: Sql, { userId, kind, id }: OwnedAutomation): Promise<AutomationRow | null> {
  const [row] = await sql<(AutomationAccountColumns & { readonly version: number })[]>`
    SELECT account_broker, account_kind, version FROM ${sql(TABLES[kind])}
    WHERE id = ${id} AND user_id = ${userId} AND archived_at IS NULL`;
  return row === undefined ? null : { account: automationAccount(row), version: row.version };
}

/**
 * Moves a setup or strategy from the real account at a broker to the demo account there. Returns its name; null if it
 * does not trade on that real account.
 */
export async function moveToDemo(
  sql: Sql,
  { userId, kind, id }: OwnedAutomation,
  broker: BrokerId,
  now: Date,
): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`
    UPDATE ${sql(TABLES[kind])} SET account_kind = 'demo', updated_at = ${now}
    WHERE id = ${id} AND user_id = ${userId} AND account_broker = ${broker} AND account_kind = 'real' RETURNING name`;
  return row?.name ?? null;
}
