/** Market data: feeds, ticks, candles, their history, and whether prices can be relied on. */
export { createClusterMarkets } from './cluster/cluster-markets.ts';
export { MARKET_LOG } from './cluster/market-log.ts';
export { PriceCarrier } from './cluster/price-carrier.ts';
export { createMarketData } from './create-market-data.ts';
export { durationUnavailable } from './duration-unavailable.ts';
export {
  readRecordingStart,
  storedMinutes,
  storedMinutesCount,
  storedSpan,
  storeRecordingStart,
  type TimeSpan,
} from './market.repository.ts';
export { registerMarketDataRoutes } from './market-data.routes.ts';
export type { MarketCondition, MarketData, PricePoint } from './market-data.ts';
export { readMarketFacts } from './market-secret.ts';
export { registerMarketSourceRoutes } from './markets/market-source.routes.ts';
export { createMarkets, type Markets, type MarketsOf, marketOf, type PublicFeed } from './markets/markets.ts';
export { sourceNameEs } from './markets/source-names.es.ts';
export { unknownAsset } from './markets/unknown-asset.ts';
export { firstStoredTick, type PriceMoment, recordedPrices } from './recorded-prices.ts';
export { contractRefusal } from './refuse-contract.ts';
export { createMarketMetrics } from './register-metrics.ts';
export {
  CANDLE_CLOSED,
  type CandleClosedMessage,
  FEED_CHANGED,
  MARKET_OPENED,
  SOURCE_CHOSEN,
  TICK,
  type TickMessage,
} from './topics.ts';
