import type { AccountView } from '@vigia/contract';
import { invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import { ACCOUNT_OF_MODE, type AccountKind, type BrokerId, type TradingMode, type Venue } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** An account with its free money and the money held for open trades, in minor units of its currency. */
export type MoneyAccount = {
  readonly accountId: string;
  readonly broker: Venue;
  readonly kind: AccountKind;
  readonly currency: Currency;
  readonly cashMinor: MinorUnits;
  readonly heldMinor: MinorUnits;
};

/** A broker and an account kind. Together with the user they identify the account in use at this broker. */
export type BrokerVenue = { readonly broker: BrokerId; readonly kind: 'demo' | 'real' };

export type AccountRow = {
  readonly id: string;
  readonly broker: Venue;
  readonly kind: AccountKind;
  readonly currency: Currency;
  readonly cash_minor: number;
  readonly held_minor: number;
};

/** Returns the user's paper account, which sign-up creates for every user. */
export async function mockAccount(sql: Sql, userId: string): Promise<MoneyAccount> {
  const [row] = await sql<AccountRow[]>`
    SELECT id, broker, kind, currency, cash_minor, held_minor FROM accounts
    WHERE user_id = ${userId} AND broker = 'mock' AND kind = 'mock'`;
  invariant(row !== undefined, `user ${userId} has a mock account`);
  return toMoneyAccount(row);
}

/** Returns the paper accounts of many users in a map by user id. */
export async function mockAccounts(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, MoneyAccount>> {
  const rows = await sql<(AccountRow & { readonly user_id: string })[]>`
    SELECT id, user_id, broker, kind, currency, cash_minor, held_minor FROM accounts
    WHERE user_id = ANY(${[...userIds]}::uuid[]) AND broker = 'mock' AND kind = 'mock'`;
  return new Map(rows.map((row) => [row.user_id, toMoneyAccount(row)]));
}

/**
 * Returns the paper account and locks it until the caller's transaction ends; null if the user was deleted. The user's
 * row is locked first, in the same order as in the deletion of a user, so the two never deadlock.
 */
export async function lockMockAccount(tx: Transaction, userId: string): Promise<MoneyAccount | null> {
  const [row] = await tx<AccountRow[]>`
    SELECT a.id, a.broker, a.kind, a.currency, a.cash_minor, a.held_minor
    FROM users u JOIN accounts a ON a.user_id = u.id
    WHERE u.id = ${userId} AND a.broker = 'mock' AND a.kind = 'mock'
    FOR KEY SHARE OF u FOR NO KEY UPDATE OF a`;
  return row === undefined ? null : toMoneyAccount(row);
}

/** Converts an account to the shape of the API, with money in decimals. */
export const toAccountView = (account: MoneyAccount): AccountView => ({
  id: account.accountId,
  broker: account.broker,
  kind: account.kind,
  currency: account.currency,
  balance: formatMinor(account.cashMinor, account.currency),
  held: formatMinor(account.heldMinor, account.currency),
});

/** Returns the broker account that orders in a trading mode go to; null for the paper account. */
export function brokerVenueOfMode(mode: TradingMode): BrokerVenue | null {
  const account = ACCOUNT_OF_MODE[mode];
  return account.kind === 'mock' ? null : account;
}

/**
 * Returns a user's account in the shape of the API.
 * @param venue the account at a broker; null for the paper account
 */
export async function accountView(sql: Sql, userId: string, venue: BrokerVenue | null): Promise<AccountView> {
  if (venue === null) return toAccountView(await mockAccount(sql, userId));
  const [row] = await sql<AccountRow[]>`
    SELECT id, broker, kind, currency, cash_minor, held_minor FROM accounts
    WHERE user_id = ${userId} AND broker = ${venue.broker} AND kind = ${venue.kind} AND is_current`;
  // Choosing a broker account creates its row. The row is missing only if the choice was written directly to the
  // database.
  return toAccountView(row === undefined ? await mockAccount(sql, userId) : toMoneyAccount(row));
}

export const toMoneyAccount = (row: AccountRow): MoneyAccount => ({
  accountId: row.id,
  broker: row.broker,
  kind: row.kind,
  currency: row.currency,
  cashMinor: minorUnits(row.cash_minor),
  heldMinor: minorUnits(row.held_minor),
});
