import { type EpochMs, epochMs, invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import {
  DEFAULT_COOL_DOWN_MINUTES,
  guardLimits,
  type LimitBook,
  type LimitName,
  limitsAt,
  type RiskLimits,
  type TradingPeriod,
  type UserLimits,
} from '@vigia/core/risk';
import type { Sql, SqlStatement } from '#platform/persistence/database.ts';

/** Settings of a user that the risk guard reads before every order, without the limits of the account. */
export type RiskSettings = {
  /** IANA name of the user's time zone, for times on the screen and in messages. */
  readonly timeZone: string;
  /** Time zone in which the limits count days and weeks. A change of the user's time zone applies to it a day later. */
  readonly limitsTimeZone: string;
  /** Time at which the user stopped all automatic trading ('Detener todo'); null while it is not stopped. */
  readonly stoppedAtMs: EpochMs | null;
  /** The last known trading period (automated or real-money trading without a long break); null if there is none. */
  readonly tradingPeriod: TradingPeriod | null;
};

type Waiting = { readonly [Name in LimitName]?: UserLimits[Name]['waiting'] };

type SettingsRow = {
  readonly limits_time_zone: string;
  readonly kill_switch_at: Date | null;
  readonly stretch_since: Date | null;
  readonly stretch_last_order_at: Date | null;
  readonly time_zone: string;
  /** The current time zone of the limits. */
  readonly zone: string;
};

/** A row with the columns of {@link selectLimitsSql}. */
export type LimitsRow = SettingsRow & {
  readonly max_concurrent_trades: number;
  readonly max_stake_minor: number | null;
  readonly daily_loss_limit_minor: number | null;
  readonly weekly_loss_limit_minor: number | null;
  readonly daily_trade_limit: number | null;
  readonly cool_down_losses: number | null;
  readonly cool_down_minutes: number;
  readonly waiting_limits: Waiting;
};

const settingsColumns = (sql: Sql, nowMs: EpochMs) => sql`
  s.limits_time_zone, s.kill_switch_at, s.stretch_since, s.stretch_last_order_at, s.time_zone,
  CASE WHEN (s.waiting_limits #>> '{timeZone,fromMs}')::bigint <= ${nowMs}
       THEN s.waiting_limits #>> '{timeZone,value}' ELSE s.limits_time_zone END AS zone`;

/** Returns an SQL subquery with the limit book of an account, for {@link selectLimitsSql}. */
export const limitBookOfAccountSql = (sql: Sql, accountId: string): SqlStatement => sql`
  SELECT CASE kind WHEN 'real' THEN 'real' ELSE 'practice' END AS scope, currency FROM accounts WHERE id = ${accountId}`;

/** Returns an SQL subquery with the given limit book, for {@link selectLimitsSql}. */
export const limitBookSql = (sql: Sql, { scope, currency }: LimitBook): SqlStatement => sql`
  SELECT ${scope}::text AS scope, ${currency}::text AS currency`;

/**
 * Returns an SQL subquery with one row: a user's limits for one kind of money in one currency (a book). A book that the
 * user has never changed has no limits.
 * @param book subquery with the book: {@link limitBookOfAccountSql} or {@link limitBookSql}
 */
export const selectLimitsSql = (sql: Sql, userId: string, book: SqlStatement, nowMs: EpochMs) => sql`
  SELECT u.max_concurrent_trades, b.max_stake_minor, b.daily_loss_limit_minor, b.weekly_loss_limit_minor,
         b.daily_trade_limit, b.cool_down_losses,
         coalesce(b.cool_down_minutes, ${DEFAULT_COOL_DOWN_MINUTES}::integer) AS cool_down_minutes,
         s.waiting_limits || coalesce(b.waiting, '{}') AS waiting_limits, ${settingsColumns(sql, nowMs)}
  FROM users u JOIN user_settings s ON s.user_id = u.id CROSS JOIN (${book}) asked
  LEFT JOIN limit_books b ON b.user_id = u.id AND b.scope = asked.scope AND b.currency = asked.currency
  WHERE u.id = ${userId}`;

const money = (minor: number | null): MinorUnits | null => (minor === null ? null : minorUnits(minor));

/** Returns the limits of a row that are in force at `nowMs`. */
const toUserLimits = (row: LimitsRow, nowMs: EpochMs): UserLimits => {
  const { waiting_limits: waiting } = row;
  const stored: UserLimits = {
    maxConcurrentTrades: { value: row.max_concurrent_trades, waiting: waiting.maxConcurrentTrades ?? null },
    maxStakeMinor: { value: money(row.max_stake_minor), waiting: waiting.maxStakeMinor ?? null },
    dailyLossLimitMinor: { value: money(row.daily_loss_limit_minor), waiting: waiting.dailyLossLimitMinor ?? null },
    weeklyLossLimitMinor: { value: money(row.weekly_loss_limit_minor), waiting: waiting.weeklyLossLimitMinor ?? null },
    dailyTradeLimit: { value: row.daily_trade_limit, waiting: waiting.dailyTradeLimit ?? null },
    coolDownLosses: { value: row.cool_down_losses, waiting: waiting.coolDownLosses ?? null },
    coolDownMinutes: { value: row.cool_down_minutes, waiting: waiting.coolDownMinutes ?? null },
    timeZone: { value: row.limits_time_zone, waiting: waiting.timeZone ?? null },
  };
  return limitsAt(stored, nowMs);
};

/** Returns the limits of a row that the guard checks at `nowMs`. */
export const toRiskLimits = (row: LimitsRow, nowMs: EpochMs): RiskLimits =>
  guardLimits(toUserLimits(row, nowMs), row.kill_switch_at !== null);

export const toRiskSettings = (row: SettingsRow): RiskSettings => ({
  timeZone: row.time_zone,
  limitsTimeZone: row.zone,
  stoppedAtMs: row.kill_switch_at && epochMs(row.kill_switch_at.getTime()),
  tradingPeriod: toTradingPeriod(row),
});

const toTradingPeriod = ({ stretch_since: since, stretch_last_order_at: last }: SettingsRow): TradingPeriod | null =>
  since && last && { sinceMs: epochMs(since.getTime()), lastOrderMs: epochMs(last.getTime()) };

async function readRow(sql: Sql, userId: string, book: LimitBook, nowMs: EpochMs): Promise<LimitsRow> {
  const [row] = await sql<LimitsRow[]>`${selectLimitsSql(sql, userId, limitBookSql(sql, book), nowMs)}`;
  // Without limits no order may be placed, so a missing row is an error.
  invariant(row !== undefined, `user ${userId} has settings`);
  return row;
}

/** Returns the limits in a book that are in force at `nowMs`, and the pending changes. */
export const readLimits = async (sql: Sql, userId: string, book: LimitBook, nowMs: EpochMs): Promise<UserLimits> =>
  toUserLimits(await readRow(sql, userId, book, nowMs), nowMs);

/** Returns the limits in a book that the guard checks at `nowMs`. */
export const readRiskLimits = async (sql: Sql, userId: string, book: LimitBook, nowMs: EpochMs): Promise<RiskLimits> =>
  toRiskLimits(await readRow(sql, userId, book, nowMs), nowMs);

/** Returns the user settings that the risk guard checks at `nowMs`, without the limits of an account. */
export async function readRiskSettings(sql: Sql, userId: string, nowMs: EpochMs): Promise<RiskSettings> {
  const [row] = await sql<SettingsRow[]>`
    SELECT ${settingsColumns(sql, nowMs)} FROM user_settings s WHERE s.user_id = ${userId}`;
  invariant(row !== undefined, `user ${userId} has settings`);
  return toRiskSettings(row);
}
