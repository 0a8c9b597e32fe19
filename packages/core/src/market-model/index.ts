/** The simulated market: prices, times and payouts as a pure function of (key, symbol, time). */
export * from './assets.ts';
export {
  demoFacts,
  demoMarket,
  MARKET_END_MS,
  MARKET_START_MS,
  type MarketFacts,
  type MarketOrigin,
  SimulatedPrices,
} from './market.ts';
export { demoKey, type MarketKey, marketKey } from './market-key.ts';
export type { PaceKey } from './pace.ts';
export * from './payout.ts';
export * from './ticks.ts';
