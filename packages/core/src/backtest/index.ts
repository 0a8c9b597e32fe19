/** A strategy or a setup over history, with the code that runs live: trades as columns, honest figures, sweeps with walk-forward. */
export * from './backtest.ts';
export { correctedPValue } from './correction.ts';
export type * from './figures.ts';
export { reportOf } from './report.ts';
export { runBacktest } from './run-backtest.ts';
export type * from './sweep-types.ts';
export { tradeAt } from './trade-log.ts';
