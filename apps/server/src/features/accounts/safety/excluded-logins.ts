import type { EpochMs } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { untilToSql } from './exclusion-marks.ts';

/**
 * Bars real money for every connection that uses the same broker login or broker account as this user.
 * @returns the users whose chosen account changed
 */
export async function excludeSharedLogins(
  tx: Transaction,
  { userId, untilMs, nowMs }: { readonly userId: string; readonly untilMs: number; readonly nowMs: EpochMs },
): Promise<readonly string[]> {
  await tx`
    UPDATE broker_connections n SET excluded_until = greatest(n.excluded_until, ${untilToSql(tx, untilMs)})
    FROM (
      SELECT other.user_id, other.broker FROM broker_connections own
      JOIN broker_connections other ON other.login_mark = own.login_mark AND other.broker = own.broker
      WHERE own.user_id = ${userId}
      UNION
      SELECT other.user_id, other.broker FROM accounts own
      JOIN accounts other ON other.broker = own.broker AND other.broker_account = own.broker_account
      WHERE own.user_id = ${userId} AND own.broker_account ~ '[0-9]' AND other.broker_account <> '' AND other.is_current
    ) shared
    WHERE n.user_id = shared.user_id AND n.broker = shared.broker`;
  return moveUsersOffExcludedLogins(tx, nowMs);
}

/**
 * Chooses the paper account for every user whose chosen real account belongs to a barred connection.
 * @returns the users whose chosen account changed
 */
export async function moveUsersOffExcludedLogins(tx: Sql, nowMs: EpochMs): Promise<readonly string[]> {
  const rows = await tx<{ user_id: string }[]>`
    UPDATE user_settings s SET chosen_broker = NULL, chosen_kind = NULL
    FROM broker_connections n
    WHERE s.chosen_kind = 'real' AND n.user_id = s.user_id AND n.broker = s.chosen_broker
      AND n.excluded_until > ${new Date(nowMs)}
    RETURNING s.user_id`;
  return rows.map((row) => row.user_id);
}
