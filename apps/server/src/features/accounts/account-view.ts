import type { AccountView } from '@vigia/contract';
import { invariant } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/trades';
import type { Sql } from '#platform/persistence/database.ts';
import { balanceOf } from './ledger.ts';

/** The built-in paper account of a user. */
export type MockAccount = { readonly accountId: string; readonly currency: string };

/** Every user has a paper account from the first moment on. */
export async function mockAccount(sql: Sql, userId: string): Promise<MockAccount> {
  const [row] = await sql<{ id: string; currency: string }[]>`
    SELECT id, currency FROM accounts WHERE user_id = ${userId} AND broker = 'mock' AND kind = 'mock'`;
  invariant(row !== undefined, `user ${userId} has a mock account`);
  return { accountId: row.id, currency: row.currency };
}

/** The account of the user's current mode as the API shows it, money in decimals. */
export async function accountView(sql: Sql, userId: string): Promise<AccountView> {
  const { accountId, currency } = await mockAccount(sql, userId);
  const { cashMinor, heldMinor } = await balanceOf(sql, accountId);
  return {
    id: accountId,
    broker: 'mock',
    kind: 'mock',
    currency,
    balance: formatMinor(cashMinor),
    held: formatMinor(heldMinor),
  };
}
