import type { Sql } from '#platform/persistence/database.ts';

/**
 * Everything ever won less everything ever lost on a person's accounts, in cents: what is there and what trades hold, less
 * what was put in. By the ledger, so that a long history is not added up each time somebody looks.
 */
export async function netResult(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<[{ net_minor: number }]>`
    SELECT coalesce(sum(a.cash_minor + a.held_minor + put_in.equity_minor), 0)::bigint AS net_minor
    FROM accounts a CROSS JOIN LATERAL (
      SELECT coalesce(sum(equity_minor), 0) AS equity_minor
      FROM ledger_transfers WHERE account_id = a.id AND phase = 'funding') put_in
    WHERE a.user_id = ${userId}`;
  return row.net_minor;
}
