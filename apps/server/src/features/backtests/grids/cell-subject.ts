import type { BacktestRequest } from '@vigia/contract';
import type { BacktestSubject } from '@vigia/core/backtest';
import type { Result } from '@vigia/core/kernel';
import { expiryField, lengthFields, type TradeLength, withSetupChange } from '@vigia/core/trades';
import type { Timeframe } from '@vigia/core/vocabulary';
import { readSubject } from '../jobs/read-subject.ts';
import type { BacktestRefusal } from '../jobs/refusal.ts';

type Subject = BacktestRequest['subject'];

/** Returns the rules of a request with another timeframe and duration, in the form of a request. */
export function cellRequest(subject: Subject, timeframe: Timeframe, length: TradeLength): Subject {
  if (subject.kind === 'pcr')
    return { kind: 'pcr', setup: withSetupChange(subject.setup, { timeframe, ...expiryField(length) }) };
  const { type, parameters } = subject.rules;
  return { kind: 'strategy', rules: { type, parameters: { ...parameters, ...lengthFields(length) } }, timeframe };
}

/**
 * Returns the rules of a request with another timeframe and duration. They are read like the rules of a single test, so
 * that a cell and a single test of the same rules are one variant.
 */
export const cellSubject = (
  subject: Subject,
  timeframe: Timeframe,
  length: TradeLength,
): Result<BacktestSubject, BacktestRefusal> => readSubject(cellRequest(subject, timeframe, length));
