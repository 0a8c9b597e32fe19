import { parseStrategyRules, type StrategyRules } from '@vigia/core/strategies';
import type { StrategyType } from '@vigia/core/vocabulary';

/** The rules of a stored strategy. @throws if they were stored under ranges that have changed since */
export function readRules({
  type,
  parameters,
}: {
  readonly type: StrategyType;
  readonly parameters: unknown;
}): StrategyRules {
  const rules = parseStrategyRules({ type, parameters });
  if (!rules.ok) throw new Error(`a stored strategy is not valid any more: ${JSON.stringify(rules.error)}`);
  return rules.value;
}
