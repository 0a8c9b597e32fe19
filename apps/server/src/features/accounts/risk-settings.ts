import { invariant, type MinorUnits, minorUnits } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';

/** What the risk guard asks before every order; null means no such limit. Money in cents. */
export type RiskSettings = {
  /** IANA name; every 'daily' limit counts days of this zone. */
  readonly timeZone: string;
  readonly maxConcurrentTrades: number;
  readonly maxStakeMinor: MinorUnits | null;
  readonly dailyLossLimitMinor: MinorUnits | null;
  readonly weeklyLossLimitMinor: MinorUnits | null;
  readonly dailyTradeLimit: number | null;
  readonly coolDownLosses: number | null;
  /** Set while 'Detener todo' is in force. */
  readonly killSwitchAt: Date | null;
};

type Row = {
  time_zone: string;
  max_concurrent_trades: number;
  max_stake_minor: number | null;
  daily_loss_limit_minor: number | null;
  weekly_loss_limit_minor: number | null;
  daily_trade_limit: number | null;
  cool_down_losses: number | null;
  kill_switch_at: Date | null;
};

const money = (minor: number | null): MinorUnits | null => (minor === null ? null : minorUnits(Number(minor)));

/** The limits of a user; a user without them is a bug and throws, so that no order passes unguarded. */
export async function riskSettings(sql: Sql, userId: string): Promise<RiskSettings> {
  const [row] = await sql<Row[]>`
    SELECT s.time_zone, u.max_concurrent_trades, s.max_stake_minor, s.daily_loss_limit_minor, s.weekly_loss_limit_minor,
           s.daily_trade_limit, s.cool_down_losses, s.kill_switch_at
    FROM users u JOIN user_settings s ON s.user_id = u.id WHERE u.id = ${userId}`;
  invariant(row !== undefined, `user ${userId} has settings`);
  return {
    timeZone: row.time_zone,
    maxConcurrentTrades: row.max_concurrent_trades,
    maxStakeMinor: money(row.max_stake_minor),
    dailyLossLimitMinor: money(row.daily_loss_limit_minor),
    weeklyLossLimitMinor: money(row.weekly_loss_limit_minor),
    dailyTradeLimit: row.daily_trade_limit,
    coolDownLosses: row.cool_down_losses,
    killSwitchAt: row.kill_switch_at,
  };
}
