import type { SignalOutcome } from '@vigia/core/vocabulary';
import type { Sql } from '#platform/persistence/database.ts';
import type { StrategySignalBody } from './signal-body.ts';

export type StoredSignal = {
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

const selectSignals = (sql: Sql) => sql`
  SELECT s.id, s.strategy_id, p.name AS strategy_name, p.user_id, s.seq, s.body, s.hash, o.outcome, o.settle_price,
         t.id AS trade_id
  FROM strategy_signals s JOIN strategies p ON p.id = s.strategy_id
  LEFT JOIN strategy_signal_outcomes o ON o.signal_id = s.id LEFT JOIN trades t ON t.signal_id = s.id`;

/** Reads the signals of one strategy, newest first. */
export const findSignals = (sql: Sql, strategyId: string, limit: number): Promise<StoredSignal[]> => sql<
  StoredSignal[]
>`
  ${selectSignals(sql)} WHERE s.strategy_id = ${strategyId} ORDER BY s.entry_time_ms DESC, s.id LIMIT ${limit}`;

/** Reads these signals in the order of their publication. */
export const findByIds = (sql: Sql, ids: readonly string[]): Promise<StoredSignal[]> => sql<StoredSignal[]>`
  ${selectSignals(sql)} WHERE s.id = ANY(${[...ids]}::uuid[]) ORDER BY s.entry_time_ms, s.id`;
