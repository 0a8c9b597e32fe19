/** Indicator and candle strategies (docs/spec/strategies.md §1) as folds over closed candles. */
export * from './definitions.ts';
export { rulesOf } from './rules-of.ts';
export { type SignalRows, StrategyColumns, strategySignals } from './strategy-columns.ts';
export { type RefusedSignal, StrategyFold, type StrategyFoldSnapshot } from './strategy-fold.ts';
