/** Orders, their settlement and the statistics of trades. */
export { type CorrectedStatus, type Correction, type CorrectionRefusal, correctTrade } from './correct-trade.ts';
export { TRADING_SECTIONS } from './export-sections.ts';
export { type DisagreeingTrade, findDisagreeingTrades, TRADE_FACTS } from './log-facts.ts';
export { money, type PlacementRefusal } from './placement-refusal.ts';
export { registerBrokerOrderRoute } from './placing/broker-order.routes.ts';
export type { OrderService } from './placing/orders.ts';
export {
  type AutomaticOrder,
  automationForbiddenRefusal,
  lateOrderRefusal,
  type PlacedAutomatic,
} from './placing/place-automatic.ts';
export { registerTradeMetrics } from './register-metrics.ts';
export { type AutoTradingControl, createAutoTradingControl } from './risk/auto-trading-control.ts';
export { periodStartSql } from './risk/period-start.ts';
export { resetText } from './risk/reset-text.ts';
export { registerRiskRoutes } from './risk/risk.routes.ts';
export type { Settlement } from './settlement.ts';
export { checkSettlements } from './settlement-checks/check-settlements.ts';
export {
  type CheckCounts,
  countChecks,
  type DifferingTrade,
  findDifferingTrades,
} from './settlement-checks/checks.repository.ts';
export { AUTOMATION_CHANGED, LIMIT_REACHED, TRADE_CHANGED } from './topics.ts';
export { hasActiveRealTrade } from './trade.repository.ts';
export { registerTradingRoutes } from './trading.routes.ts';
export { createTrading, type Trading } from './trading.ts';
export type { AutomaticVenue } from './venue-port.ts';
