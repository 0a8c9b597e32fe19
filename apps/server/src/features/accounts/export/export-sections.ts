import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@vigia/core/trades';
import {
  EXPORT_PAGE_ROWS,
  type ExportSection,
  type PageCursor,
  pagesByTime,
  smallSection,
} from '#platform/export/export-section.ts';
import type { Sql } from '#platform/persistence/database.ts';

type TransferRow = {
  readonly id: string;
  readonly broker: string;
  readonly account: string;
  readonly currency: Currency;
  readonly kind: string;
  readonly phase: string;
  readonly trade_id: string | null;
  readonly created_at: Date;
} & Readonly<Record<LedgerAccount, number>>;

const readTransfers = (sql: Sql, userId: string, { at, id }: PageCursor) => sql<TransferRow[]>`
  SELECT t.id, a.broker, a.kind AS account, a.currency, t.kind, t.phase, t.trade_id, t.created_at,
         t.user_cash_minor AS user_cash, t.user_hold_minor AS user_hold, t.broker_pnl_minor AS broker_pnl,
         t.fees_minor AS fees, t.equity_minor AS equity
  FROM ledger_transfers t JOIN accounts a ON a.id = t.account_id
  WHERE a.user_id = ${userId} AND (t.created_at, t.id) > (${at}, ${id}::uuid)
  ORDER BY t.created_at, t.id LIMIT ${EXPORT_PAGE_ROWS}`;

const toMoney = ({ user_cash, user_hold, broker_pnl, fees, equity, ...transfer }: TransferRow) => {
  const sides = { user_cash, user_hold, broker_pnl, fees, equity };
  const entries = LEDGER_ACCOUNTS.filter((account) => sides[account] !== 0);
  return {
    ...transfer,
    entries: entries.map((account) => ({
      book: account,
      amount: formatMinor(minorUnits(sides[account]), transfer.currency),
    })),
  };
};

const readProfile = (sql: Sql, userId: string) => sql`
  SELECT username, email, first_name, last_name, phone, is_active, is_verified, is_admin, is_premium,
         default_trade_amount_minor / 100.0::float8 AS default_trade_amount, max_concurrent_trades, risk_level,
         created_at, updated_at
  FROM users WHERE id = ${userId}`;

const readSettings = (sql: Sql, userId: string) => sql`
  SELECT time_zone, locale, chosen_broker, chosen_kind, market_source,
         default_symbol, default_timeframe, refresh_interval_s, mails_log_head, log_head_mailed_at,
         limits_time_zone, waiting_limits, kill_switch_at, notices,
         email_topics, email_daily, quiet_from, quiet_to, adult_declared_at, country, waiting_declaration,
         country_declared_at,
         self_excluded_until::text, real_money_waits_until, real_money_waits_for, updated_at
  FROM user_settings WHERE user_id = ${userId}`;

type LimitBookRow = {
  readonly currency: Currency;
  readonly max_stake: number | null;
  readonly daily_loss_limit: number | null;
  readonly weekly_loss_limit: number | null;
};

/**
 * Reads the limits per kind of money and currency. Pending changes keep their stored form, with amounts in minor units.
 */
async function readLimitBooks(sql: Sql, userId: string) {
  const rows = await sql<LimitBookRow[]>`
    SELECT scope, currency, max_stake_minor AS max_stake, daily_loss_limit_minor AS daily_loss_limit,
           weekly_loss_limit_minor AS weekly_loss_limit, daily_trade_limit, cool_down_losses, cool_down_minutes,
           waiting, updated_at
    FROM limit_books WHERE user_id = ${userId} ORDER BY scope, currency`;
  return rows.map((row) => {
    const amount = (minor: number | null) => minor && formatMinor(minorUnits(minor), row.currency);
    const { max_stake, daily_loss_limit, weekly_loss_limit } = row;
    return {
      ...row,
      max_stake: amount(max_stake),
      daily_loss_limit: amount(daily_loss_limit),
      weekly_loss_limit: amount(weekly_loss_limit),
    };
  });
}

/** Sections of the data export with profile, settings and all ledger transfers. */
export const ACCOUNT_SECTIONS: readonly ExportSection[] = [
  smallSection('profile', 'one', readProfile),
  smallSection('settings', 'one', readSettings),
  smallSection('limits', 'many', readLimitBooks),
  {
    name: 'ledger',
    shape: 'many',
    async *pages(sql, userId) {
      const transfers = pagesByTime(
        (after) => readTransfers(sql, userId, after),
        ({ created_at: at, id }) => ({ at, id }),
      );
      for await (const page of transfers) yield page.map(toMoney);
    },
  },
];
