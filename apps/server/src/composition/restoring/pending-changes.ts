import type { EpochMs } from '@vigia/core/kernel';
import type { Transaction } from '#platform/persistence/database.ts';
import type { RestoreEffectCounter } from './effects.ts';

/** The limits of a book whose pending looser values are in `waiting`, by name, with column and type. */
const BOOK_LIMITS = [
  ['maxStakeMinor', 'max_stake_minor', 'bigint'],
  ['dailyLossLimitMinor', 'daily_loss_limit_minor', 'bigint'],
  ['weeklyLossLimitMinor', 'weekly_loss_limit_minor', 'bigint'],
  ['dailyTradeLimit', 'daily_trade_limit', 'integer'],
  ['coolDownLosses', 'cool_down_losses', 'integer'],
  ['coolDownMinutes', 'cool_down_minutes', 'integer'],
] as const;

/** Returns an SQL expression of the value in force at $1 (milliseconds since the epoch). */
const inForce = (waiting: string, name: string, column: string, type: string): string =>
  `CASE WHEN (${waiting} #>> '{${name},fromMs}')::bigint <= $1
        THEN (${waiting} #>> '{${name},value}')::${type} ELSE ${column} END`;

/** Writes the limits and declarations in force at `nowMs` to their columns, with the values that a reader would see. */
export async function applyPendingChanges(tx: Transaction, nowMs: EpochMs): Promise<void> {
  const columns = BOOK_LIMITS.map(([name, column, type]) => `${column} = ${inForce('waiting', name, column, type)}`);
  await tx.unsafe(`UPDATE limit_books SET ${columns.join(', ')} WHERE waiting <> '{}'`, [nowMs]);
  await tx.unsafe(
    `UPDATE users u SET max_concurrent_trades =
       ${inForce('s.waiting_limits', 'maxConcurrentTrades', 'u.max_concurrent_trades', 'integer')}
     FROM user_settings s WHERE s.user_id = u.id AND s.waiting_limits <> '{}'`,
    [nowMs],
  );
  await tx.unsafe(
    `UPDATE user_settings SET limits_time_zone = ${inForce('waiting_limits', 'timeZone', 'limits_time_zone', 'text')}
     WHERE waiting_limits <> '{}'`,
    [nowMs],
  );
  await tx`
    UPDATE user_settings
    SET adult_declared_at = CASE WHEN (waiting_declaration ->> 'adult')::boolean
                                 THEN to_timestamp((waiting_declaration ->> 'fromMs')::bigint / 1000.0) END,
        country = waiting_declaration ->> 'country',
        country_declared_at = to_timestamp((waiting_declaration ->> 'fromMs')::bigint / 1000.0),
        waiting_declaration = NULL
    WHERE (waiting_declaration ->> 'fromMs')::bigint <= ${nowMs}`;
}

/** Drops every looser limit and every declaration that does not apply yet. Their owners must request them again. */
export async function dropPendingChanges(
  tx: Transaction,
  nowMs: EpochMs,
  effects: RestoreEffectCounter,
): Promise<void> {
  effects.add(
    'looserLimitsDropped',
    await tx<{ user_id: string }[]>`
      SELECT user_id FROM limit_books, jsonb_each(waiting) WHERE (value ->> 'fromMs')::bigint > ${nowMs}
      UNION ALL
      SELECT user_id FROM user_settings, jsonb_each(waiting_limits) WHERE (value ->> 'fromMs')::bigint > ${nowMs}`,
  );
  await tx`UPDATE limit_books SET waiting = '{}' WHERE waiting <> '{}'`;
  await tx`UPDATE user_settings SET waiting_limits = '{}' WHERE waiting_limits <> '{}'`;
  effects.add(
    'declarationsDropped',
    await tx<{ user_id: string }[]>`
      UPDATE user_settings SET waiting_declaration = NULL WHERE waiting_declaration IS NOT NULL RETURNING user_id`,
  );
}
