/**
 * Backtests of a strategy or a setup with the signals of live trading: trades as columns, reports, and sweeps with
 * walk-forward.
 */
export * from './backtest.ts';
export type * from './figures.ts';
export { judgeSweep } from './judge-sweep.ts';
export { judgeRun } from './null-worlds/judge-run.ts';
export { judgeWorlds, type WorldsFigures } from './null-worlds/judge-worlds.ts';
export { type Method, methodOfRules, methodOfSweep } from './null-worlds/methods.ts';
export { runWorlds, type WorldResult, type WorldSpan } from './null-worlds/run-worlds.ts';
export { planSweep } from './plan-sweep.ts';
export { reportOf } from './report.ts';
export { checkLookAhead, type LookAheadFigures } from './rule-checks/look-ahead.ts';
export { signalsOfRules } from './rule-checks/signals.ts';
export { checkStarts, type StartFigures } from './rule-checks/start-dependence.ts';
export { runBacktest } from './run-backtest.ts';
export { sweepChunk } from './sweep-chunk.ts';
export { sweepLayout } from './sweep-layout.ts';
export type * from './sweep-types.ts';
export { tradeAt } from './trade-log.ts';
