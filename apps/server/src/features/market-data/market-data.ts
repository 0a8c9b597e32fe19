import type { FeedAsset } from '@vigia/broker-kit/port';
import type { CandleView, SecondCandlesView } from '@vigia/contract';
import type { Candle, CandleColumns } from '@vigia/core/candles';
import type { Result } from '@vigia/core/kernel';
import type { TradeLength } from '@vigia/core/trades';
import type { PriceSource, SecondTimeframe, Timeframe } from '@vigia/core/vocabulary';
import type { DaySummary } from './day-summary.ts';
import type { FeedState } from './topics.ts';

export type PricePoint = { readonly price: number; readonly timeMs: number };

/**
 * Condition of a symbol: whether orders may rely on its prices, and the age of the last price in milliseconds. For a
 * frozen price, the age is the time since its last change. `ahead`: a recording plays too fast. `skewed`: the times of
 * the prices disagree with this clock, or this clock was set back.
 */
export type MarketCondition = {
  readonly state: 'live' | 'stale' | 'frozen' | 'ahead' | 'skewed' | 'closed';
  readonly ageMs: number | null;
};

export type FeedStatus = {
  readonly state: FeedState;
  readonly staleSymbols: readonly string[];
  readonly lastTickAgeMs: number | null;
};

/**
 * Size and end of a page of candles. `before` (epoch seconds) is exclusive; without it the page ends with the forming
 * candle.
 */
export type CandlePage = { readonly limit: number; readonly before?: number | undefined };

/** The prices of a source, for the rest of the server. An unknown symbol has no price and no candles. */
export interface MarketData {
  readonly source: PriceSource;
  assets(): readonly FeedAsset[];
  asset(symbol: string): FeedAsset | undefined;
  latest(symbol: string): PricePoint | null;
  /**
   * Returns the first tick with time > `timeMs` that this process has received, late ones in their place; null without
   * one. It reads memory only.
   */
  firstAfter(symbol: string, timeMs: number): PricePoint | null;
  /** Returns the summary of the 24 hours up to the last closed minute; null before the first closed minute. */
  day(symbol: string): DaySummary | null;
  /** Returns closes of the same 24 hours, one each half hour, oldest first; empty before the first closed minute. */
  dayCurve(symbol: string): readonly number[];
  /**
   * Returns the condition of a symbol. `stale`: the last tick is older than max(5 × median gap, 3 s), or missed ticks
   * are being fetched. `frozen`: all ticks of the last minute had the same price. `ahead`: a recording is 10 s ahead of
   * the clock. `skewed`: ticks are dated a second or more ahead of the clock, or the clock was set back.
   */
  condition(symbol: string): MarketCondition;
  /** Returns the state of the whole feed, for /health. */
  status(): FeedStatus;
  /**
   * Returns the payout in basis points (8500 is 85 %) of a trade of this duration accepted at `atMs`; null if the
   * source does not offer this duration.
   */
  payoutBp(symbol: string, length: TradeLength, atMs: number): number | null;
  /**
   * Returns the time up to which every tick of the symbol is known; null if unknown. An expiry at or before it can be
   * decided. Returns Infinity for a source that is not running, because it will store no more ticks.
   */
  knownThroughMs(source: PriceSource, symbol: string): number | null;
  /**
   * Returns the last tick of that source with time < `timeMs`; null if the source had no tick within 5 min before it.
   * Returns `unreachable` while the source does not answer; the caller then decides nothing. For a source that is not
   * running, only stored ticks are used.
   */
  priceBefore(source: PriceSource, symbol: string, timeMs: number): Promise<Result<PricePoint | null, 'unreachable'>>;
  /** Returns up to `limit` candles, oldest first. */
  candles(symbol: string, timeframe: Timeframe, page: CandlePage): Promise<readonly CandleView[]>;
  /**
   * Returns a page of candles of a few seconds, built from the ticks in memory and in the store; none without such
   * ticks. A recording has none, because its ticks may be invented from its minutes.
   */
  secondCandles(symbol: string, timeframe: SecondTimeframe, page: CandlePage): Promise<SecondCandlesView>;
  /**
   * Returns the candles of a few seconds of about the last minute, oldest first, from memory only. The last one is
   * forming. A late tick changes the candle of its time.
   */
  followedSecondCandles(symbol: string, timeframe: SecondTimeframe): readonly Candle[];
  /**
   * Returns the earliest open time of a candle of this source, in epoch seconds: the first minute of a recording, else
   * 0.
   */
  historyFloor(): number;
  /** Returns the forming candle; null before the first tick of its time bucket. */
  forming(symbol: string, timeframe: Timeframe): Candle | null;
  /** Returns closed 1-minute candles with time ≥ `fromTime` (epoch seconds), ascending, as columns. */
  history1m(symbol: string, fromTime: number): Promise<CandleColumns>;
  /**
   * Resolves when the feed runs and the history needed at the start is filled. The remaining history is filled in the
   * background.
   */
  start(): Promise<void>;
  /** Stops the feed and writes the queued rows. */
  stop(): Promise<void>;
  /** Resolves when the background fill is complete. */
  historyFilled(): Promise<void>;
}
