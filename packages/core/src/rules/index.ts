/** Rules that users write themselves (docs/spec/strategies.md §6): conditions over indicators and candles. */

export { RuleColumns, type SignalRows } from './columns/rule-columns.ts';
export { operandsOf } from './conditions/create-checker.ts';
export * from './definitions.ts';
export { mirroredSide } from './mirror.ts';
export { RuleFold, type SignalDirection } from './rule-fold.ts';
export type { Criterion } from './rule-side.ts';
