import { readStrategyRules } from '@vigia/contract';
import type { StrategyRules } from '@vigia/core/strategies';
import type { StrategyType } from '@vigia/core/strategy-definitions';

type Stored = { readonly type: StrategyType; readonly parameters: unknown };

/** Parses the rules of a strategy. Returns null if they violate the current parameter ranges. */
export function readRules({ type, parameters }: Stored): StrategyRules | null {
  const rules = readStrategyRules({ type, parameters });
  return rules.ok ? rules.value : null;
}
