import { readPcrSetup, readStrategyRules } from '@vigia/contract';
import type { BacktestSubject } from '@vigia/core/backtest';
import type { PcrRules } from '@vigia/core/pcr';
import type { StartingPoint } from './library-items.ts';

/**
 * Parses the rules of a setup of the library.
 * @throws Error if the rules are invalid, which is a bug
 */
export function pcrRulesOf(body: object): PcrRules {
  const setup = readPcrSetup(body);
  if (!setup.ok) throw new Error(`a setup of the library is invalid: ${JSON.stringify(setup.error)}`);
  return setup.value;
}

/** Returns the rules with which the record of a starting point is computed. */
export function recordSubjectOf(point: StartingPoint): BacktestSubject {
  if (point.kind === 'pcr') return { kind: 'pcr', rules: pcrRulesOf(point.body) };
  const { type, parameters, timeframe } = point.body;
  const rules = readStrategyRules({ type, parameters });
  if (!rules.ok) throw new Error(`a strategy of the library is invalid: ${JSON.stringify(rules.error)}`);
  return { kind: 'strategy', rules: rules.value, timeframe };
}
