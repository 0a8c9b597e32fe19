import type { Purse } from '@vigia/contract';
import { invariant } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { readAccountChoice } from './account-choice.ts';

/** Returns the purse (kind of money and currency) of the account that the user chose. */
export async function readCurrentPurse(sql: Sql, userId: string): Promise<Purse> {
  const venue = (await readAccountChoice(sql, userId)) ?? { broker: 'mock', kind: 'mock' };
  const [row] = await sql<Purse[]>`
    SELECT kind, currency FROM accounts
    WHERE user_id = ${userId} AND (is_current AND broker = ${venue.broker} AND kind = ${venue.kind} OR kind = 'mock')
    ORDER BY kind = 'mock' LIMIT 1`;
  invariant(row !== undefined, `user ${userId} has a mock account`);
  return row;
}

/** Returns the purses of a user's accounts: paper first, then practice, then real money, each by currency. */
export const readPurses = (sql: Sql, userId: string): Promise<Purse[]> => sql<Purse[]>`
  SELECT kind, currency FROM accounts WHERE user_id = ${userId}
  GROUP BY kind, currency ORDER BY array_position(ARRAY['mock', 'demo', 'real'], kind), currency`;

/**
 * Returns all profits minus all losses of a purse, in minor units, as cash plus held stakes minus deposits. The ledger
 * balances give this result without a sum over the trade history.
 */
export async function readNetResult(sql: Sql, userId: string, { kind, currency }: Purse): Promise<number> {
  const [row] = await sql<[{ net_minor: number }]>`
    SELECT coalesce(sum(a.cash_minor + a.held_minor + put_in.equity_minor), 0)::bigint AS net_minor
    FROM accounts a CROSS JOIN LATERAL (
      SELECT coalesce(sum(equity_minor), 0) AS equity_minor
      FROM ledger_transfers WHERE account_id = a.id AND phase = 'funding') put_in
    WHERE a.user_id = ${userId} AND a.kind = ${kind} AND a.currency = ${currency}`;
  return row.net_minor;
}
