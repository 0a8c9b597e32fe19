import type { EpochMs } from '@vigia/core/kernel';
import { changeLimits, LIMIT_NAMES, type LimitName, type LimitValues, type UserLimits } from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';
import { holdOrders } from './automation-state.ts';
import { readLimits } from './stored-limits.ts';

/** Column with the current value of each limit. The limit of concurrent trades is a column of the profile. */
const COLUMNS: Readonly<Record<Exclude<LimitName, 'maxConcurrentTrades'>, string>> = {
  maxStakeMinor: 'max_stake_minor',
  dailyLossLimitMinor: 'daily_loss_limit_minor',
  weeklyLossLimitMinor: 'weekly_loss_limit_minor',
  dailyTradeLimit: 'daily_trade_limit',
  coolDownLosses: 'cool_down_losses',
  coolDownMinutes: 'cool_down_minutes',
  timeZone: 'limits_time_zone',
};

/**
 * Changes limits: stricter ones at once, looser ones a day later. Returns the limits before and after. Inside a
 * transaction it first waits for running orders, which were approved by the earlier limits, so that no order is placed
 * after a stricter limit is confirmed.
 */
export async function setLimits(
  sql: Sql,
  userId: string,
  change: Partial<LimitValues>,
  nowMs: EpochMs,
): Promise<{ readonly before: UserLimits; readonly after: UserLimits }> {
  await holdOrders(sql, userId);
  const before = await readLimits(sql, userId, nowMs);
  const after = changeLimits(before, change, nowMs);
  const named = LIMIT_NAMES.filter((name) => change[name] !== undefined);
  if (named.length > 0) await writeLimits(sql, userId, after, named, new Date(nowMs));
  return { before, after };
}

/** Writes only the limits that were changed, so that a concurrent change of another limit is not undone. */
async function writeLimits(sql: Sql, userId: string, limits: UserLimits, names: readonly LimitName[], now: Date) {
  const columns: Record<string, string | number | Date | null> = { updated_at: now };
  for (const name of names) if (name !== 'maxConcurrentTrades') columns[COLUMNS[name]] = limits[name].value;
  const waiting = Object.fromEntries(
    names.flatMap((name) => (limits[name].waiting ? [[name, limits[name].waiting]] : [])),
  );
  await sql`
    UPDATE user_settings
    SET ${sql(columns)}, waiting_limits = (waiting_limits - ${[...names]}::text[]) || ${sql.json(waiting)}
    WHERE user_id = ${userId}`;
  if (!names.includes('maxConcurrentTrades')) return;
  await sql`
    UPDATE users SET max_concurrent_trades = ${limits.maxConcurrentTrades.value}, updated_at = ${now}
    WHERE id = ${userId}`;
}
