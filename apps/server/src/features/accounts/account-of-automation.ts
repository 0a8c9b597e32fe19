import { PAPER_CURRENCY } from '@vigia/core/money';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import { type AccountRow, type BrokerVenue, type MoneyAccount, mockAccount, toMoneyAccount } from './account-view.ts';

/**
 * Tables of setups and strategies. Each row trades on its own account: the account of the kind `account_kind` at the
 * broker in the column `account_broker`, or the paper account if that column is null.
 */
type AutomationTable = 'pcr_setups' | 'strategies';

/** The columns of a setup or strategy that name its account. */
export type AutomationAccountColumns = {
  /** Broker at which it trades; null for the paper account. */
  readonly account_broker: BrokerId | null;
  /** Kind of its account at the broker; without a meaning on paper. */
  readonly account_kind: BrokerVenue['kind'];
};

/** Returns the account at a broker that a setup or strategy trades on; null for the paper account. */
export const automationAccount = ({
  account_broker: broker,
  account_kind: kind,
}: AutomationAccountColumns): BrokerVenue | null => (broker === null ? null : { broker, kind });

/** Returns the demo account at a broker; null for the paper account. */
export const practiceAccount = (broker: BrokerId | null): BrokerVenue | null =>
  broker === null ? null : { broker, kind: 'demo' };

/**
 * Returns a lateral SQL subquery over a row `p` with the columns of the account. Its one row has broker, kind and
 * currency of the account on which the setup or strategy trades.
 */
export const accountSql = (sql: Sql, userId: string) => sql`(
  SELECT own.broker, own.kind, coalesce((
    SELECT currency FROM accounts a
    WHERE a.user_id = ${userId} AND a.broker = own.broker AND a.kind = own.kind AND a.is_current),
    ${PAPER_CURRENCY}) AS currency
  FROM (SELECT coalesce(p.account_broker, 'mock') AS broker,
               CASE WHEN p.account_broker IS NULL THEN 'mock' ELSE p.account_kind END AS kind) own)`;

/**
 * Returns the account on which a setup or strategy trades, with its last reported balance; null if the broker has not
 * reported it.
 * @param account null stands for the paper account
 */
export async function automationMoney(
  sql: Sql,
  userId: string,
  account: BrokerVenue | null,
): Promise<MoneyAccount | null> {
  if (account === null) return mockAccount(sql, userId);
  const { broker, kind } = account;
  const [row] = await sql<AccountRow[]>`
    SELECT id, broker, kind, currency, cash_minor, held_minor FROM accounts
    WHERE user_id = ${userId} AND broker = ${broker} AND kind = ${kind} AND is_current AND broker_account <> ''`;
  return row === undefined ? null : toMoneyAccount(row);
}

/** Returns true if this user's chosen account, or a setup or strategy with automatic trading, is at this broker. */
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
 * Stores the account that a setup or strategy trades on; null stores the paper account. Checks nothing. Returns false
 * if the user has no setup or strategy with this id.
 */
export async function setAutomationAccount(
  sql: Sql,
  table: AutomationTable,
  { userId, id }: { readonly userId: string; readonly id: string },
  account: BrokerVenue | null,
  nowMs: number,
): Promise<boolean> {
  const rows = await sql`
    UPDATE ${sql(table)}
    SET account_broker = ${account?.broker ?? null}, account_kind = ${account?.kind ?? 'demo'},
        updated_at = ${new Date(nowMs)}
    WHERE id = ${id} AND user_id = ${userId} AND archived_at IS NULL RETURNING 1`;
  return rows.length > 0;
}

/**
 * Moves setups and strategies of a user that trade with real money to the demo account at their broker.
 * @param broker only those at this broker; all for null
 */
export async function moveRealAutomationToDemo(sql: Sql, userId: string, broker: BrokerId | null): Promise<void> {
  for (const table of ['pcr_setups', 'strategies'])
    await sql`
      UPDATE ${sql(table)} SET account_kind = 'demo'
      WHERE user_id = ${userId} AND account_kind = 'real' AND account_broker = coalesce(${broker}, account_broker)`;
}
