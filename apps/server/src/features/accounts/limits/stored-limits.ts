import { type EpochMs, epochMs, invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import {
  guardLimits,
  type LimitName,
  limitsAt,
  type RiskLimits,
  type TradingPeriod,
  type UserLimits,
} from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';

/** The limits that the risk guard reads before every order. */
export type RiskSettings = {
  /** IANA name of the user's time zone, which times on screen and in messages use. */
  readonly timeZone: string;
  /** Time zone in which the days and weeks of the limits are counted; it follows the user's own a day later. */
  readonly limitsTimeZone: string;
  readonly limits: RiskLimits;
  /** Time at which the user stopped all automatic trading ('Detener todo'); null: not stopped. */
  readonly stoppedAtMs: EpochMs | null;
  /** The last known period of automation or real money; null: none. */
  readonly tradingPeriod: TradingPeriod | null;
};

type Waiting = { readonly [Name in LimitName]?: UserLimits[Name]['waiting'] };

/** A row with the columns of {@link selectLimits}. */
export type LimitsRow = {
  readonly max_concurrent_trades: number;
  readonly max_stake_minor: number | null;
  readonly daily_loss_limit_minor: number | null;
  readonly weekly_loss_limit_minor: number | null;
  readonly daily_trade_limit: number | null;
  readonly cool_down_losses: number | null;
  readonly cool_down_minutes: number;
  readonly limits_time_zone: string;
  readonly waiting_limits: Waiting;
  readonly kill_switch_at: Date | null;
  readonly stretch_since: Date | null;
  readonly stretch_last_order_at: Date | null;
  readonly time_zone: string;
  /** The current time zone of the limits. */
  readonly zone: string;
};

/** SQL: a subquery that returns one row with a user's limits, for a join with the values to check. */
export const selectLimits = (sql: Sql, userId: string, nowMs: EpochMs) => sql`
  SELECT u.max_concurrent_trades, s.max_stake_minor, s.daily_loss_limit_minor, s.weekly_loss_limit_minor,
         s.daily_trade_limit, s.cool_down_losses, s.cool_down_minutes, s.limits_time_zone, s.waiting_limits,
         s.kill_switch_at, s.stretch_since, s.stretch_last_order_at, s.time_zone,
         CASE WHEN (s.waiting_limits #>> '{timeZone,fromMs}')::bigint <= ${nowMs}
              THEN s.waiting_limits #>> '{timeZone,value}' ELSE s.limits_time_zone END AS zone
  FROM users u JOIN user_settings s ON s.user_id = u.id WHERE u.id = ${userId}`;

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

export const toRiskSettings = (row: LimitsRow, nowMs: EpochMs): RiskSettings => ({
  timeZone: row.time_zone,
  limitsTimeZone: row.zone,
  limits: guardLimits(toUserLimits(row, nowMs), row.kill_switch_at !== null),
  stoppedAtMs: row.kill_switch_at && epochMs(row.kill_switch_at.getTime()),
  tradingPeriod: toTradingPeriod(row),
});

const toTradingPeriod = ({ stretch_since: since, stretch_last_order_at: last }: LimitsRow): TradingPeriod | null =>
  since && last && { sinceMs: epochMs(since.getTime()), lastOrderMs: epochMs(last.getTime()) };

async function readRow(sql: Sql, userId: string, nowMs: EpochMs): Promise<LimitsRow> {
  const [row] = await sql<LimitsRow[]>`${selectLimits(sql, userId, nowMs)}`;
  // No order may be placed without limits.
  invariant(row !== undefined, `user ${userId} has settings`);
  return row;
}

/** Returns the limits of a user in force at `nowMs`, and the changes that wait. */
export const readLimits = async (sql: Sql, userId: string, nowMs: EpochMs): Promise<UserLimits> =>
  toUserLimits(await readRow(sql, userId, nowMs), nowMs);

/** Returns the limits of a user in force at `nowMs`. */
export const riskSettings = async (sql: Sql, userId: string, nowMs: EpochMs): Promise<RiskSettings> =>
  toRiskSettings(await readRow(sql, userId, nowMs), nowMs);
