import { invariant } from '@vigia/core/kernel';
import { type BrokerId, modeOfAccount, type TradingMode } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { BrokerVenue } from './account-view.ts';

/**
 * The account that a user's orders go to: an account at a broker, or null for the paper account. The database stores
 * only this value. The API derives the trading mode, the active broker and the account type from it
 * (docs/decisions/0026).
 */
export type AccountChoice = BrokerVenue | null;

type Row = { readonly chosen_broker: BrokerId | null; readonly chosen_kind: BrokerVenue['kind'] | null };

const toChoice = ({ chosen_broker: broker, chosen_kind: kind }: Row): AccountChoice =>
  broker === null || kind === null ? null : { broker, kind };

/**
 * Reads the account that a user chose; undefined if the user does not exist.
 * @param lock whether to lock the row until the transaction ends
 */
export async function findAccountChoice(sql: Sql, userId: string, lock = false): Promise<AccountChoice | undefined> {
  const [row] = await sql<Row[]>`
    SELECT chosen_broker, chosen_kind FROM user_settings WHERE user_id = ${userId} ${lock ? sql`FOR UPDATE` : sql``}`;
  return row && toChoice(row);
}

/** Reads the account that a user chose. Throws if the user does not exist. */
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
 * Returns the trading mode that the API shows for a chosen account. Modes exist only for the paper account and for IQ
 * Option. While an account of another broker is chosen, the mode is that of the paper account. An order that names no
 * broker then goes to the paper account.
 */
export function modeOfChoice(choice: AccountChoice): TradingMode {
  return (choice && modeOfAccount(choice)) ?? 'mock';
}

/** Returns the name of a chosen account in the security log, such as `mock` or `deriv_demo`. */
export const nameOfChoice = (choice: AccountChoice): string =>
  choice === null ? 'mock' : `${choice.broker}_${choice.kind}`;

/** Returns true if both values name the same account. */
export const isSameChoice = (a: AccountChoice, b: AccountChoice): boolean =>
  a?.broker === b?.broker && a?.kind === b?.kind;
