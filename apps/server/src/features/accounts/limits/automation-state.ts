import type { EpochMs } from '@vigia/core/kernel';
import { REALITY_CHECK_AFTER_MS, type TradingPeriod } from '@vigia/core/risk';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/**
 * Waits for the user's orders that are being placed, and blocks further orders until this transaction ends. Every later
 * order then sees the change that this transaction writes. Must be called before any row of the user is written. Locks
 * rows in the same order as orders and deletions (user, paper account, broker accounts, settings), so that these never
 * deadlock.
 */
export async function lockOrders(tx: Sql, userId: string): Promise<void> {
  await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  await tx`SELECT 1 FROM accounts WHERE user_id = ${userId} ORDER BY broker <> 'mock', id FOR NO KEY UPDATE`;
  await tx`SELECT 1 FROM user_settings WHERE user_id = ${userId} FOR NO KEY UPDATE`;
}

/**
 * Stores the trading period (automated or real-money trading without a long break) that an order belongs to. The caller
 * has locked the account.
 */
export async function writeTradingPeriod(tx: Transaction, userId: string, period: TradingPeriod): Promise<void> {
  await tx`
    UPDATE user_settings
    SET stretch_since = ${new Date(period.sinceMs)}, stretch_last_order_at = ${new Date(period.lastOrderMs)}
    WHERE user_id = ${userId}`;
}

/**
 * Stops all automatic trading of a user ('Detener todo') at a time, or resumes it if `at` is null. Returns false if
 * nothing changed.
 */
export async function writeAutomationStop(tx: Transaction, userId: string, at: Date | null): Promise<boolean> {
  const rows = await tx`
    UPDATE user_settings SET kill_switch_at = ${at}
    WHERE user_id = ${userId} AND (kill_switch_at IS NULL) <> ${at === null} RETURNING 1`;
  return rows.length > 0;
}

/**
 * Returns the users whose trading period (automated or real-money trading) became an hour long between these times,
 * including periods that have ended since.
 */
export async function usersWithDueRealityCheck(
  sql: Sql,
  afterMs: EpochMs,
  untilMs: EpochMs,
): Promise<readonly string[]> {
  const rows = await sql<{ user_id: string }[]>`
    SELECT user_id FROM user_settings
    WHERE stretch_since > ${new Date(afterMs - REALITY_CHECK_AFTER_MS)}
      AND stretch_since <= ${new Date(untilMs - REALITY_CHECK_AFTER_MS)}`;
  return rows.map((row) => row.user_id);
}
