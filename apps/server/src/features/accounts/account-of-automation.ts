import { PAPER_CURRENCY } from '@vigia/core/money';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { type AccountRow, type BrokerVenue, type MoneyAccount, mockAccount, toMoneyAccount } from './account-view.ts';

/**
 * Tables of setups and strategies. Each row trades on its own account: the demo account at the broker in the column
 * `account_broker`, or the paper account if the column is null.
 */
type AutomationTable = 'pcr_setups' | 'strategies';

/** Returns the demo account at a broker that a setup or strategy trades on; null for the paper account. */
export const practiceAccount = (broker: BrokerId | null): BrokerVenue | null =>
  broker === null ? null : { broker, kind: 'demo' };

/**
 * Returns a lateral SQL subquery over a row `p` with the column `account_broker`. Its one row has broker, kind and
 * currency of the account on which the setup or strategy trades.
 */
export const accountOf = (sql: Sql, userId: string) => sql`(
  SELECT own.broker, own.kind, coalesce((
    SELECT currency FROM accounts a
    WHERE a.user_id = ${userId} AND a.broker = own.broker AND a.kind = own.kind AND a.is_current),
    ${PAPER_CURRENCY}) AS currency
  FROM (SELECT coalesce(p.account_broker, 'mock') AS broker,
               CASE WHEN p.account_broker IS NULL THEN 'mock' ELSE 'demo' END AS kind) own)`;

/**
 * Returns the account on which a setup or strategy with this broker trades, with its last reported balance; null if the
 * broker has not reported an account.
 * @param broker null stands for the paper account
 */
export async function automationMoney(sql: Sql, userId: string, broker: BrokerId | null): Promise<MoneyAccount | null> {
  if (broker === null) return mockAccount(sql, userId);
  const [row] = await sql<AccountRow[]>`
    SELECT id, broker, kind, currency, cash_minor, held_minor FROM accounts
    WHERE user_id = ${userId} AND broker = ${broker} AND kind = 'demo' AND is_current AND broker_account <> ''`;
  return row === undefined ? null : toMoneyAccount(row);
}

/** Returns true if the chosen account or an armed setup or strategy of this user trades at this broker. */
export async function usesBroker(sql: Sql, userId: string, broker: BrokerId): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM user_settings WHERE user_id = ${userId} AND chosen_broker = ${broker}
    UNION ALL SELECT 1 FROM pcr_setups
    WHERE user_id = ${userId} AND account_broker = ${broker} AND is_active AND auto_trade AND archived_at IS NULL
    UNION ALL SELECT 1 FROM strategies
    WHERE user_id = ${userId} AND account_broker = ${broker} AND status = 'active' AND auto_trade
      AND archived_at IS NULL
    LIMIT 1`;
  return rows.length > 0;
}

/**
 * Stores the broker whose demo account a setup or strategy trades on; null stores the paper account. Returns false if
 * the user has no setup or strategy with this id.
 */
export async function setAutomationAccount(
  sql: Sql,
  table: AutomationTable,
  { userId, id }: { readonly userId: string; readonly id: string },
  broker: BrokerId | null,
  nowMs: number,
): Promise<boolean> {
  const rows = await sql`
    UPDATE ${sql(table)} SET account_broker = ${broker}, updated_at = ${new Date(nowMs)}
    WHERE id = ${id} AND user_id = ${userId} AND archived_at IS NULL RETURNING 1`;
  return rows.length > 0;
}
