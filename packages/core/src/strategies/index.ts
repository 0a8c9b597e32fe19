/** Indicator strategies (docs/spec/strategies.md §1) as folds over closed candles. */
export type { SignalDirection } from './detector.ts';
export { parseStrategyRules } from './parse-rules.ts';
export * from './rules.ts';
export { createStrategyFold, type StrategyFold, type StrategyFoldSnapshot } from './strategy-fold.ts';
