/** Orders, their settlement and what they add up to. */
export { TRADING_SECTIONS } from './export-sections.ts';
export { TRADE_CHANGED } from './topics.ts';
export { hasActiveRealTrade } from './trade.repository.ts';
export { registerTradingRoutes } from './trading.routes.ts';
export { createTrading, type Trading } from './trading.ts';
