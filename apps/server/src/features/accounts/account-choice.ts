import { invariant } from '@vigia/core/kernel';
import { type BrokerId, modeOfAccount, type TradingMode } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { BrokerVenue } from './account-view.ts';

/**
 * The account that a user's orders go to: one at a broker, or null for the paper account. It is stored once; mode,
 * active broker and account type of the API are views of it (docs/decisions/0026).
 */
export type AccountChoice = BrokerVenue | null;

type Row = { readonly chosen_broker: BrokerId | null; readonly chosen_kind: BrokerVenue['kind'] | null };

const toChoice = ({ chosen_broker: broker, chosen_kind: kind }: Row): AccountChoice =>
  broker === null || kind === null ? null : { broker, kind };

/** Reads a user's choice; undefined: there is no such user. With `lock` it cannot change until the transaction ends. */
export async function findAccountChoice(sql: Sql, userId: string, lock = false): Promise<AccountChoice | undefined> {
  const [row] = await sql<Row[]>`
    SELECT chosen_broker, chosen_kind FROM user_settings WHERE user_id = ${userId} ${lock ? sql`FOR UPDATE` : sql``}`;
  return row && toChoice(row);
}

/** Reads the choice of a user who exists. */
export async function readAccountChoice(sql: Sql, userId: string, lock = false): Promise<AccountChoice> {
  const choice = await findAccountChoice(sql, userId, lock);
  invariant(choice !== undefined, `user ${userId} has settings`);
  return choice;
}

export async function writeAccountChoice(
  tx: Transaction,
  userId: string,
  choice: AccountChoice,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE user_settings
    SET chosen_broker = ${choice?.broker ?? null}, chosen_kind = ${choice?.kind ?? null}, updated_at = ${now}
    WHERE user_id = ${userId}`;
}

/**
 * Returns the mode as which the API shows a choice. The product has modes for the paper account and for IQ Option; an
 * order without a broker's name goes to the paper account while another broker is chosen.
 */
export function modeOfChoice(choice: AccountChoice): TradingMode {
  return (choice && modeOfAccount(choice)) ?? 'mock';
}

/** Returns the name of a choice in the security log: `mock`, `deriv_demo`. */
export const nameOfChoice = (choice: AccountChoice): string =>
  choice === null ? 'mock' : `${choice.broker}_${choice.kind}`;

/** Returns true if both name the same account. */
export const isSameChoice = (a: AccountChoice, b: AccountChoice): boolean =>
  a?.broker === b?.broker && a?.kind === b?.kind;
