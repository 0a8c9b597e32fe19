import type { SignalOutcome } from '@vigia/core/vocabulary';
import type { Sql, SqlStatement } from '#platform/persistence/database.ts';
import { type DecisionColumns, decisionColumns } from '../signals/index.ts';
import type { StrategySignalBody } from './signal-body.ts';

export type StoredSignal = DecisionColumns & {
  readonly id: string;
  readonly strategy_id: string;
  readonly strategy_name: string;
  readonly user_id: string;
  readonly seq: number;
  readonly body: StrategySignalBody;
  readonly hash: string;
  readonly outcome: Exclude<SignalOutcome, 'pending'> | null;
  readonly settle_price: number | null;
  readonly trade_id: string | null;
};

const selectSignals = (sql: Sql, signals: SqlStatement) => sql`
  SELECT s.id, s.strategy_id, p.name AS strategy_name, p.user_id, s.seq, s.body, s.hash, o.outcome, o.settle_price,
         t.id AS trade_id, ${decisionColumns(sql)}
  FROM ${signals} s JOIN strategies p ON p.id = s.strategy_id
  LEFT JOIN strategy_signal_outcomes o ON o.signal_id = s.id
  LEFT JOIN automation_decisions d ON d.signal_id = s.id LEFT JOIN trades t ON t.signal_id = s.id`;

/** Reads the signals of one strategy, newest first. */
export const findSignals = (sql: Sql, strategyId: string, limit: number): Promise<StoredSignal[]> => sql<
  StoredSignal[]
>`
  ${selectSignals(sql, sql`strategy_signals`)} WHERE s.strategy_id = ${strategyId} ORDER BY s.entry_time_ms DESC, s.id LIMIT ${limit}`;

/**
 * Reads the newest signals of a user's strategies, newest first. The query reads at most `limit` signals of each
 * strategy, because the number of stored signals grows over the years.
 */
export function findOwnSignals(sql: Sql, userId: string, limit: number): Promise<StoredSignal[]> {
  const newest = sql`(
    SELECT one.* FROM strategies own CROSS JOIN LATERAL (
      SELECT * FROM strategy_signals WHERE strategy_id = own.id ORDER BY entry_time_ms DESC LIMIT ${limit}) one
    WHERE own.user_id = ${userId} AND own.archived_at IS NULL
    ORDER BY one.entry_time_ms DESC, one.id LIMIT ${limit})`;
  return sql<StoredSignal[]>`${selectSignals(sql, newest)} ORDER BY s.entry_time_ms DESC, s.id`;
}

/** Reads these signals in the order of their publication. */
export const findStrategySignalsByIds = (sql: Sql, ids: readonly string[]): Promise<StoredSignal[]> => sql<
  StoredSignal[]
>`
  ${selectSignals(sql, sql`strategy_signals`)} WHERE s.id = ANY(${[...ids]}::uuid[]) ORDER BY s.entry_time_ms, s.id`;
