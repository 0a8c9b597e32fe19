import type { FeedAsset } from '@vigia/broker-kit/port';
import type { CandleView } from '@vigia/contract';
import type { Candle, CandleColumns } from '@vigia/core/candles';
import type { Result } from '@vigia/core/kernel';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import type { DaySummary } from './day-summary.ts';
import type { FeedState } from './topics.ts';

export type PricePoint = { readonly price: number; readonly timeMs: number };

/**
 * Whether orders may rely on a symbol's prices, and how old the last one is; of a frozen one, for how long it has not moved.
 * `ahead`: a recording played too fast; `skewed`: the prices' time and ours do not agree, or our clock was set back.
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

/** Where a page of candles ends: `before` (epoch seconds) is exclusive; without it the forming candle is included. */
export type CandlePage = { readonly limit: number; readonly before?: number | undefined };

/** Prices as the rest of the server sees them, whatever they come from. An unknown symbol has no price and no candles. */
export interface MarketData {
  readonly source: PriceSource;
  assets(): readonly FeedAsset[];
  asset(symbol: string): FeedAsset | undefined;
  latest(symbol: string): PricePoint | null;
  /** The 24 hours up to the last closed minute, null before the first. */
  day(symbol: string): DaySummary | null;
  /**
   * `stale` once the last tick is older than max(5 × median gap, 3 s), or while missed ticks are being made up for;
   * `frozen` once ticks have carried one price for a minute; `ahead` once a recording played faster than time has run
   * ahead of the clock by 10 s; `skewed` while ticks are stamped a second or more ahead, or the clock is behind itself.
   */
  condition(symbol: string): MarketCondition;
  /** The feed as a whole, for /health. */
  status(): FeedStatus;
  /**
   * What a trade of this length would pay if accepted at `atMs`, in basis points: 8500 is 85 %; null where its source
   * offers no such contract.
   */
  payoutBp(symbol: string, durationMin: number, atMs: number): number | null;
  /**
   * Every tick of the source with time ≤ this is known for the symbol: an expiry at or before it can be decided.
   * Infinity for a source that is not the running one: its stored ticks are all there will ever be.
   */
  knownThroughMs(source: PriceSource, symbol: string): number | null;
  /**
   * The last tick of that source with time < `timeMs`; null if it had none within 5 min. `unreachable` while the source's
   * own history cannot be asked: nothing may be decided then. Of a source that is not the running one, what was stored.
   */
  priceBefore(source: PriceSource, symbol: string, timeMs: number): Promise<Result<PricePoint | null, 'unreachable'>>;
  /** Up to `limit` candles, oldest first. */
  candles(symbol: string, timeframe: Timeframe, page: CandlePage): Promise<readonly CandleView[]>;
  /** Epoch seconds: no candle of this source is older. Of a recording its first minute, else 0. */
  historyFloor(): number;
  /** The candle being built right now, null before the bucket's first tick. */
  forming(symbol: string, timeframe: Timeframe): Candle | null;
  /** Closed 1-minute candles with time ≥ `fromTime` (epoch seconds), ascending, as columns. */
  history1m(symbol: string, fromTime: number): Promise<CandleColumns>;
  /** Resolves once the quick part of the history stands and the feed runs; the rest fills in the background. */
  start(): Promise<void>;
  /** Stops the feed and writes what is queued. */
  stop(): Promise<void>;
  /** Resolves once the background has filled all history. */
  historyFilled(): Promise<void>;
}
