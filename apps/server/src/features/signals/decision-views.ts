import { ERROR_MESSAGES_ES, type ErrorCode, fillMessage, type SignalDecisionView } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import type { Sql } from '#platform/persistence/database.ts';
import type { Decision, DecisionRow } from './decisions.ts';

/** Columns of the decision about a signal; all are null while there is none. */
export type DecisionColumns = {
  readonly decision: DecisionRow['decision'] | null;
  readonly decided_at: Date | null;
  readonly decision_code: ErrorCode | null;
  readonly decision_values: DecisionRow['values'] | null;
  readonly stake_minor: number | null;
  readonly step: number | null;
  /** Number of steps of the martingale ladder; null without a ladder. */
  readonly steps: number | null;
  /** Currency of the trade. */
  readonly currency: Currency | null;
};

/** Decision columns of a signal without a decision, such as one that was just stored. */
export const UNDECIDED_COLUMNS: DecisionColumns = {
  decision: null,
  decided_at: null,
  decision_code: null,
  decision_values: null,
  stake_minor: null,
  step: null,
  steps: null,
  currency: null,
};

/** Returns SQL of the decision columns. The query names the decision `d` and the trade of the signal `t`. */
export const decisionColumns = (sql: Sql) => sql`
  d.decision, d.decided_at, d.code AS decision_code, d.reason -> 'values' AS decision_values, d.stake_minor, d.step,
  jsonb_array_length(d.reason -> 'stakes') AS steps, t.currency`;

/** Returns the decision about a signal; null while there is none. */
export function toDecisionView(row: DecisionColumns): SignalDecisionView | null {
  const { decision, decided_at: decidedAt, decision_code: code } = row;
  if (decision === null || decidedAt === null) return null;
  const at = decidedAt.toISOString();
  if (decision === 'traded') {
    const currency = row.currency ?? PAPER_CURRENCY;
    const ladder = row.steps === null ? null : { step: row.step ?? 1, steps: row.steps };
    return { decision, at, stake: formatMinor(minorUnits(row.stake_minor ?? 0), currency), currency, ladder };
  }
  if (code === null) return null;
  return { decision, at, code, message: fillMessage(ERROR_MESSAGES_ES[code], row.decision_values ?? {}) };
}

/** Returns the view of a decision at the moment when it is stored. `currency` is that of the trade. */
export function viewOfDecision(made: Decision, decidedAt: Date, currency: Currency | null): SignalDecisionView | null {
  const isTraded = made.decision === 'traded';
  return toDecisionView({
    decision: made.decision,
    decided_at: decidedAt,
    decision_code: isTraded ? null : made.code,
    decision_values: isTraded ? null : made.values,
    stake_minor: made.stakeMinor,
    step: made.step,
    steps: isTraded && made.stakesMinor !== null ? made.stakesMinor.length : null,
    currency,
  });
}
