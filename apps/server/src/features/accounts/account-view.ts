import type { AccountView } from '@vigia/contract';
import { invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/trades';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** The built-in paper account of a user, with its free and its held money in cents. */
export type MockAccount = {
  readonly accountId: string;
  readonly currency: string;
  readonly cashMinor: MinorUnits;
  readonly heldMinor: MinorUnits;
};

type Row = { readonly id: string; readonly currency: string; readonly cash_minor: number; readonly held_minor: number };

/** Every user has a paper account from the first moment on. */
export async function mockAccount(sql: Sql, userId: string): Promise<MockAccount> {
  const [row] = await sql<Row[]>`
    SELECT id, currency, cash_minor, held_minor FROM accounts
    WHERE user_id = ${userId} AND broker = 'mock' AND kind = 'mock'`;
  invariant(row !== undefined, `user ${userId} has a mock account`);
  return toMockAccount(row);
}

/** The paper accounts of many users at once, by user. */
export async function mockAccounts(sql: Sql, userIds: readonly string[]): Promise<ReadonlyMap<string, MockAccount>> {
  const rows = await sql<(Row & { readonly user_id: string })[]>`
    SELECT id, user_id, currency, cash_minor, held_minor FROM accounts
    WHERE user_id = ANY(${[...userIds]}::uuid[]) AND broker = 'mock' AND kind = 'mock'`;
  return new Map(rows.map((row) => [row.user_id, toMockAccount(row)]));
}

/**
 * The paper account, with every other transaction that locks it made to wait until the caller's ends; null once the
 * person has gone. The person's own row is taken first, as a deletion does, so that the two wait instead of failing.
 */
export async function lockMockAccount(tx: Transaction, userId: string): Promise<MockAccount | null> {
  const [row] = await tx<Row[]>`
    SELECT a.id, a.currency, a.cash_minor, a.held_minor FROM users u JOIN accounts a ON a.user_id = u.id
    WHERE u.id = ${userId} AND a.broker = 'mock' AND a.kind = 'mock'
    FOR KEY SHARE OF u FOR NO KEY UPDATE OF a`;
  return row === undefined ? null : toMockAccount(row);
}

/** An account as the API shows it, money in decimals. */
export const toAccountView = ({ accountId, currency, cashMinor, heldMinor }: MockAccount): AccountView => ({
  id: accountId,
  broker: 'mock',
  kind: 'mock',
  currency,
  balance: formatMinor(cashMinor),
  held: formatMinor(heldMinor),
});

/** The account of the user's current mode as the API shows it. */
export const accountView = async (sql: Sql, userId: string): Promise<AccountView> =>
  toAccountView(await mockAccount(sql, userId));

const toMockAccount = (row: Row): MockAccount => ({
  accountId: row.id,
  currency: row.currency,
  cashMinor: minorUnits(row.cash_minor),
  heldMinor: minorUnits(row.held_minor),
});
