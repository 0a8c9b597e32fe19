import type { FEED_STATES } from '@vigia/contract';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { topic } from '#platform/bus/bus.ts';

export type FeedState = (typeof FEED_STATES)[number];

/** A price that passed the bad-tick filter; `backfilled` ones were fetched after the fact and fire nothing live. */
export type TickMessage = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeMs: number;
  readonly price: number;
  readonly backfilled: boolean;
};

/** Prices of one bucket; `time` is its open time in epoch seconds. */
export type ClosedCandle = {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

/** A bucket that will not change any more; `backfilled` if any of its ticks was, or if it closed late for that reason. */
export type CandleClosedMessage = {
  readonly source: PriceSource;
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly candle: ClosedCandle;
  readonly backfilled: boolean;
};

export type FeedChangedMessage = { readonly state: FeedState; readonly staleSymbols: readonly string[] };

export const TICK = topic<TickMessage>('market-data.tick');
export const CANDLE_CLOSED = topic<CandleClosedMessage>('market-data.candle-closed');
export const FEED_CHANGED = topic<FeedChangedMessage>('market-data.feed-changed');
