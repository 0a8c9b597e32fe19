/** Tests of strategies and setups on history, in threads of their own, and where to start from. */
export { registerBacktestRoutes } from './backtests.routes.ts';
export { type Backtests, createBacktests } from './backtests.ts';
export { BACKTEST_SECTIONS } from './export-sections.ts';
