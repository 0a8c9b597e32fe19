/** Trades for people on the signals of their own setups and strategies. */
export { AutoTrader } from './auto-trader.ts';
