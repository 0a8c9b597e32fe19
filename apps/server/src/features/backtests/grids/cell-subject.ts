import { type BacktestRequest, readStrategyRules } from '@vigia/contract';
import type { BacktestSubject } from '@vigia/core/backtest';
import { invariant, ok, type Result } from '@vigia/core/kernel';
import { expiryField, lengthFields, type TradeLength, withChange } from '@vigia/core/trades';
import type { Timeframe } from '@vigia/core/vocabulary';
import { readSubject } from '../jobs/read-subject.ts';
import type { Refusal } from '../jobs/refusal.ts';

/**
 * Returns the rules of a request with another timeframe and length. They are read like the rules of a single test, so
 * that a cell and a single test of the same rules are one variant.
 */
export function cellSubject(
  subject: BacktestRequest['subject'],
  timeframe: Timeframe,
  length: TradeLength,
): Result<BacktestSubject, Refusal> {
  if (subject.kind === 'pcr') {
    return readSubject({ kind: 'pcr', setup: withChange(subject.setup, { timeframe, ...expiryField(length) }) });
  }
  const { type, parameters } = subject.rules;
  const rules = readStrategyRules({ type, parameters: { ...parameters, ...lengthFields(length) } });
  invariant(rules.ok, 'rules stay valid with another length');
  return ok({ kind: 'strategy', rules: rules.value, timeframe });
}
