import type { FEED_STATES } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { processTopic, topicForAll } from '#platform/bus/bus.ts';

export type FeedState = (typeof FEED_STATES)[number];

/** A price that passed the bad-tick filter. A `backfilled` price was fetched later and triggers no live action. */
export type TickMessage = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeMs: number;
  readonly price: number;
  readonly backfilled: boolean;
};

/**
 * A candle that will not change any more. It is `backfilled` if any of its ticks was backfilled, or if it therefore
 * closed late.
 */
export type CandleClosedMessage = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly candle: Candle;
  readonly backfilled: boolean;
};

export type FeedChangedMessage = {
  readonly source: PriceSource;
  readonly state: FeedState;
  readonly staleSymbols: readonly string[];
};

export const TICK = processTopic<TickMessage>('market-data.tick');
export const CANDLE_CLOSED = processTopic<CandleClosedMessage>('market-data.candle-closed');
export const FEED_CHANGED = processTopic<FeedChangedMessage>('market-data.feed-changed');

/** Reports that a market has opened whose source had been unavailable since the start. */
export const MARKET_OPENED = processTopic<{ readonly source: PriceSource }>('market-data.market-opened');

/** Reports that a user switched to the prices of another source. */
export const SOURCE_CHOSEN = topicForAll<{ readonly userId: string; readonly source: PriceSource }>(
  'market-data.source-chosen',
);
