/**
 * Backtests of a strategy or a setup with the same code as live trading: trades as columns, reports, and sweeps with
 * walk-forward.
 */
export * from './backtest.ts';
export { correctedPValue } from './correction.ts';
export type * from './figures.ts';
export { judgeSweep } from './judge-sweep.ts';
export { planSweep } from './plan-sweep.ts';
export { reportOf } from './report.ts';
export { runBacktest } from './run-backtest.ts';
export { foldBounds, sweepChunk } from './sweep-chunk.ts';
export type * from './sweep-types.ts';
export { tradeAt } from './trade-log.ts';
export { verdictAmong } from './verdict-among.ts';
