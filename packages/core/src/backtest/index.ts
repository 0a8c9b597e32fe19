/** A strategy or a setup over history, with the code that runs live: trades as columns, honest figures, sweeps with walk-forward. */
export * from './backtest.ts';
export type * from './figures.ts';
export { runBacktest } from './run-backtest.ts';
export type * from './sweep-types.ts';
export { tradeAt } from './trade-log.ts';
