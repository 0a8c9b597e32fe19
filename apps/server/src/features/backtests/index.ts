/** Backtests of strategies and setups, which run in worker threads, and a library of starting points. */
export { registerBacktestRoutes } from './backtests.routes.ts';
export { type Backtests, createBacktests } from './backtests.ts';
export { BACKTEST_SECTIONS } from './export-sections.ts';
