/** Trades for people on the signals of their own setups and strategies. */
export { AutoTrader } from './auto-trader.ts';
export { BrokerTrader } from './broker-trader.ts';
