import { parseStrategyRules, type StrategyRules } from '@vigia/core/strategies';
import type { StrategyType } from '@vigia/core/vocabulary';

type Stored = { readonly type: StrategyType; readonly parameters: unknown };

/** Parses the rules of a strategy. Returns null if they violate the current parameter ranges. */
export function readRules({ type, parameters }: Stored): StrategyRules | null {
  const rules = parseStrategyRules({ type, parameters });
  return rules.ok ? rules.value : null;
}
