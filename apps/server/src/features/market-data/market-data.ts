import type { FeedAsset } from '@vigia/broker-kit/port';
import type { CandleView } from '@vigia/contract';
import type { Candle, CandleColumns } from '@vigia/core/candles';
import type { Result } from '@vigia/core/kernel';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import type { DaySummary } from './day-summary.ts';
import type { FeedState } from './topics.ts';

export type PricePoint = { readonly price: number; readonly timeMs: number };

/**
 * Whether orders may rely on the prices of a symbol, and the age of the last price; for a frozen price, how long it has
 * not moved. `ahead`: a recording plays too fast. `skewed`: the times of the prices disagree with this clock, or this
 * clock was set back.
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
 * End and length of a page of candles. `before` (epoch seconds) is exclusive; without it the forming candle is
 * included.
 */
export type CandlePage = { readonly limit: number; readonly before?: number | undefined };

/** The prices of a source, for the rest of the server. An unknown symbol has no price and no candles. */
export interface MarketData {
  readonly source: PriceSource;
  assets(): readonly FeedAsset[];
  asset(symbol: string): FeedAsset | undefined;
  latest(symbol: string): PricePoint | null;
  /** Summary of the 24 hours up to the last closed minute; null before the first. */
  day(symbol: string): DaySummary | null;
  /**
   * `stale`: the last tick is older than max(5 × median gap, 3 s), or missed ticks are being fetched. `frozen`: all
   * ticks of the last minute had the same price. `ahead`: a recording is 10 s ahead of the clock. `skewed`: ticks are
   * dated a second or more ahead, or the clock was set back.
   */
  condition(symbol: string): MarketCondition;
  /** State of the whole feed, for /health. */
  status(): FeedStatus;
  /**
   * Payout in basis points (8500 is 85 %) of a trade of this duration accepted at `atMs`; null if its source offers no
   * such contract.
   */
  payoutBp(symbol: string, durationMin: number, atMs: number): number | null;
  /**
   * Time up to which every tick of the symbol at the source is known, so that an expiry at or before it can be decided.
   * Infinity for a source that is not running, because it will store no more ticks.
   */
  knownThroughMs(source: PriceSource, symbol: string): number | null;
  /**
   * Returns the last tick of that source with time < `timeMs`; null if it had none within 5 min. Returns `unreachable`
   * while the source does not answer: then nothing may be decided. For a source that is not running, only stored ticks
   * are used.
   */
  priceBefore(source: PriceSource, symbol: string, timeMs: number): Promise<Result<PricePoint | null, 'unreachable'>>;
  /** Returns up to `limit` candles, oldest first. */
  candles(symbol: string, timeframe: Timeframe, page: CandlePage): Promise<readonly CandleView[]>;
  /** Earliest open time of a candle of this source, epoch seconds: the first minute of a recording, else 0. */
  historyFloor(): number;
  /** Returns the candle being built; null before the bucket's first tick. */
  forming(symbol: string, timeframe: Timeframe): Candle | null;
  /** Returns closed 1-minute candles with time ≥ `fromTime` (epoch seconds), ascending, as columns. */
  history1m(symbol: string, fromTime: number): Promise<CandleColumns>;
  /**
   * Resolves once the feed runs and the history needed at the start is filled; the rest is filled in the background.
   */
  start(): Promise<void>;
  /** Stops the feed and writes the queued rows. */
  stop(): Promise<void>;
  /** Resolves once the background fill is complete. */
  historyFilled(): Promise<void>;
}
