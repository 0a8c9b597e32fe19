/** Rules that users write themselves (docs/spec/strategies.md §6): conditions over indicators and candles. */

export { signalsInBlocks } from './columns/rule-blocks.ts';
export { RuleColumns } from './columns/rule-columns.ts';
export { firstSignals, type SignalRows } from './columns/side-rows.ts';
export { operandsOf } from './conditions/create-checker.ts';
export * from './definitions.ts';
export { mirroredSide } from './mirror.ts';
export { RuleFold, type SignalDirection } from './rule-fold.ts';
export type { Criterion } from './rule-side.ts';
