import type { ErrorCode } from '@vigia/contract';
import type { MinorUnits } from '@vigia/core/kernel';
import type { AutomationKind, Direction } from '@vigia/core/vocabulary';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** Identifies the signal of a decision. */
export type DecidedSignal = {
  readonly signalId: string;
  readonly automation: AutomationKind;
  readonly automationId: string;
  readonly userId: string;
};

/** A limit that the setup reached, and the value that reached it. The setup does not trade until the limit resets. */
export type ReachedLimitNote = {
  readonly limit: 'operations' | 'daily_loss' | 'weekly_loss' | 'daily_profit';
  readonly value: number;
};

/** The decision about a traded signal. */
export type TradedDecision = {
  readonly decision: 'traded';
  readonly tradeId: string;
  readonly stakeMinor: MinorUnits;
  readonly step: number;
  /** Stakes of the martingale ladder to which the stake belongs; null without a ladder. */
  readonly stakesMinor: readonly MinorUnits[] | null;
};

/**
 * The decision about a signal that was not traded. `values` and `details` complete the message of the error code, as in
 * any refusal.
 */
export type RefusalDecision = {
  readonly decision: 'refused' | 'late';
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  /** The stake that the order would have had; null if unknown. */
  readonly stakeMinor: MinorUnits | null;
  readonly step: number;
  readonly reached: ReachedLimitNote | null;
};

/** The decision about a signal. */
export type Decision = TradedDecision | RefusalDecision;

/**
 * Locks the decisions of a user until the transaction ends. Transactions that decide signals of one user then run one
 * after the other. Must be the first lock of the transaction.
 */
export async function lockDecisions(tx: Transaction, userId: string): Promise<void> {
  await lockSubject(tx, 'decisions', userId);
}

/**
 * Stores the decision about a signal, in the transaction of the decision. A second decision about the same signal
 * violates a constraint and fails the transaction.
 */
export async function writeDecision(
  tx: Transaction,
  { signalId, automation, automationId, userId }: DecidedSignal,
  made: Decision,
  nowMs: number,
): Promise<void> {
  const isTraded = made.decision === 'traded';
  const reason = isTraded
    ? made.stakesMinor && { stakes: made.stakesMinor }
    : { values: made.values, details: made.details ?? [], reached: made.reached };
  await tx`
    INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, trade_id, code, reason,
                                      stake_minor, step, decided_at)
    VALUES (${signalId}, ${automation}, ${automationId}, ${userId}, ${made.decision}, ${isTraded ? made.tradeId : null},
            ${isTraded ? null : made.code}, ${reason && tx.json(reason)}, ${made.stakeMinor}, ${made.step},
              ${new Date(nowMs)})`;
}

export async function isDecided(sql: Sql, signalId: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM automation_decisions WHERE signal_id = ${signalId}`;
  return rows.length > 0;
}

/** A stored decision. If the signal was traded, `code` is null and `values` is empty. */
export type DecisionRow = {
  readonly signal_id: string;
  readonly direction: Direction;
  readonly entry_time_ms: number;
  readonly decision: Decision['decision'];
  readonly trade_id: string | null;
  readonly code: ErrorCode | null;
  readonly values: Readonly<Record<string, string | number>>;
  readonly stake_minor: number | null;
  readonly step: number;
  readonly decided_at: Date;
};

/**
 * Reads the latest decisions of a setup or strategy, newest first.
 * @param only `unplaced` excludes traded signals
 */
export function readDecisions(
  sql: Sql,
  automation: AutomationKind,
  automationId: string,
  { limit, only }: { readonly limit: number; readonly only: 'all' | 'unplaced' },
): Promise<DecisionRow[]> {
  const signals = automation === 'pcr' ? sql`pcr_signals` : sql`strategy_signals`;
  return sql<DecisionRow[]>`
    SELECT d.signal_id, s.body ->> 'direction' AS direction, s.entry_time_ms, d.decision, d.trade_id, d.code,
           coalesce(d.reason -> 'values', '{}') AS values, d.stake_minor, d.step, d.decided_at
    FROM automation_decisions d JOIN ${signals} s ON s.id = d.signal_id
    WHERE d.automation_id = ${automationId} ${only === 'unplaced' ? sql`AND d.decision <> 'traded'` : sql``}
    ORDER BY d.decided_at DESC, d.signal_id LIMIT ${limit}`;
}
