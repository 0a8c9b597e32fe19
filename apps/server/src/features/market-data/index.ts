/** Prices: the feed, ticks and candles, their history and whether they can be relied upon. */
export type { CandlePage, FeedStatus, MarketCondition, MarketData, PricePoint } from './market-data.ts';
export {
  CANDLE_CLOSED,
  type CandleClosedMessage,
  type ClosedCandle,
  FEED_CHANGED,
  type FeedChangedMessage,
  type FeedState,
  TICK,
  type TickMessage,
} from './topics.ts';
