import { type EpochMs, invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import type { RiskLimits } from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';
import { concurrentTradesInForce } from './concurrent-trades.ts';

/** What the risk guard asks before every order. */
export type RiskSettings = {
  /** IANA name; every 'daily' limit counts days of this zone. */
  readonly timeZone: string;
  readonly limits: RiskLimits;
};

/** What {@link selectRiskSettings} selects. */
export type RiskSettingsRow = {
  readonly time_zone: string;
  readonly max_concurrent_trades: number;
  readonly max_stake_minor: number | null;
  readonly daily_loss_limit_minor: number | null;
  readonly weekly_loss_limit_minor: number | null;
  readonly daily_trade_limit: number | null;
  readonly cool_down_losses: number | null;
  readonly cool_down_minutes: number;
  readonly kill_switch_at: Date | null;
};

/** SQL: the one row of a user's limits as a query of its own, to be joined to what they are held against. */
export const selectRiskSettings = (sql: Sql, userId: string, nowMs: EpochMs) => sql`
  SELECT s.time_zone, ${concurrentTradesInForce(sql, new Date(nowMs))} AS max_concurrent_trades, s.max_stake_minor,
         s.daily_loss_limit_minor, s.weekly_loss_limit_minor, s.daily_trade_limit, s.cool_down_losses,
         s.cool_down_minutes, s.kill_switch_at
  FROM users u JOIN user_settings s ON s.user_id = u.id WHERE u.id = ${userId}`;

/** The limits of a user in force at `nowMs`; a user without them is a bug and throws, so that no order passes unguarded. */
export async function riskSettings(sql: Sql, userId: string, nowMs: EpochMs): Promise<RiskSettings> {
  const [row] = await sql<RiskSettingsRow[]>`${selectRiskSettings(sql, userId, nowMs)}`;
  invariant(row !== undefined, `user ${userId} has settings`);
  return toRiskSettings(row);
}

const money = (minor: number | null): MinorUnits | null => (minor === null ? null : minorUnits(minor));

export const toRiskSettings = (row: RiskSettingsRow): RiskSettings => ({
  timeZone: row.time_zone,
  limits: {
    maxConcurrentTrades: row.max_concurrent_trades,
    maxStakeMinor: money(row.max_stake_minor),
    dailyLossLimitMinor: money(row.daily_loss_limit_minor),
    weeklyLossLimitMinor: money(row.weekly_loss_limit_minor),
    dailyTradeLimit: row.daily_trade_limit,
    coolDown:
      row.cool_down_losses === null ? null : { afterLosses: row.cool_down_losses, minutes: row.cool_down_minutes },
    killSwitch: row.kill_switch_at !== null,
  },
});
