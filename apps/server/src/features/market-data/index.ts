/** Prices: the feed, ticks and candles, their history and whether they can be relied upon. */
export { createMarketData, type MarketDataDeps } from './create-market-data.ts';
export type { DaySummary } from './day-summary.ts';
export { marketSeed } from './market.repository.ts';
export type { CandlePage, FeedStatus, MarketCondition, MarketData, PricePoint } from './market-data.ts';
export { registerMarketDataRoutes } from './market-data.routes.ts';
export {
  CANDLE_CLOSED,
  type CandleClosedMessage,
  FEED_CHANGED,
  type FeedChangedMessage,
  type FeedState,
  TICK,
  type TickMessage,
} from './topics.ts';
