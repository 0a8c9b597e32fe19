import type { EpochMs } from '@vigia/core/kernel';
import { SECURITY_WAIT_MS } from '@vigia/core/risk';
import type { SecurityWaitReason } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { lockOrders, writeAutomationStop } from '../limits/automation-state.ts';
import { leaveRealMoney } from './safety.repository.ts';

/**
 * Blocks real-money orders for 24 hours after a security change. The block applies to every order whose response is
 * sent after the commit. A later change extends the block; no change shortens it.
 */
export async function delayRealMoney(
  tx: Transaction,
  userId: string,
  reason: SecurityWaitReason,
  nowMs: EpochMs,
): Promise<void> {
  await lockOrders(tx, userId);
  const until = new Date(nowMs + SECURITY_WAIT_MS);
  await tx`
    UPDATE user_settings SET real_money_waits_until = ${until}, real_money_waits_for = ${reason}
    WHERE user_id = ${userId} AND (real_money_waits_until IS NULL OR real_money_waits_until <= ${until})`;
}

/**
 * Protects the money of a user whose account an intruder may use: the paper account replaces a chosen real account,
 * real-money orders are blocked for 24 hours, and all automatic trading stops. The caller publishes `ACCOUNT_CHOSEN`
 * after the commit.
 * @returns true if automatic trading was running
 */
export async function freezeAccount(tx: Transaction, userId: string, nowMs: EpochMs): Promise<boolean> {
  await delayRealMoney(tx, userId, 'not_me', nowMs);
  await leaveRealMoney(tx, userId);
  return writeAutomationStop(tx, userId, new Date(nowMs));
}
