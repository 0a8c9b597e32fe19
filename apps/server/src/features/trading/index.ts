/** Orders, their settlement and what they add up to. */
export { TRADE_CHANGED } from './topics.ts';
export { registerTradingRoutes } from './trading.routes.ts';
export { createTrading, type Trading } from './trading.ts';
