/** Definitions of strategies without their calculation. The API, the form and the texts are built from them. */
export {
  areGatesOpen,
  areWithinRanges,
  type CheckedParameters,
  completeRules,
  OPEN_GATES,
} from './complete-rules.ts';
export type { StrategyDefinition } from './definition.ts';
export * from './external/index.ts';
export * from './gates.ts';
export * from './limits.ts';
export * from './registry.ts';
export * from './stake.ts';
