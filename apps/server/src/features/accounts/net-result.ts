import type { Sql } from '#platform/persistence/database.ts';

/**
 * All profits less all losses on a user's accounts, in cents: cash and held stakes, less deposits. Read from the
 * ledger, so that a long history is not summed on every request.
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
