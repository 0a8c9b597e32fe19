import type { EpochMs, MinorUnits, Price, Ratio } from '#kernel/index.ts';
import type { PcrRules, ReplayError } from '#pcr/index.ts';
import type { StrategyRules } from '#strategies/index.ts';
import { expiryLengthIn, lengthIn, type TradeLength } from '#trades/index.ts';
import type { Direction, Timeframe } from '#vocabulary/index.ts';

/** The subject of a backtest: a strategy on candles of a timeframe, or a setup, whose rules contain the timeframe. */
export type BacktestSubject =
  | { readonly kind: 'strategy'; readonly rules: StrategyRules; readonly timeframe: Timeframe }
  | { readonly kind: 'pcr'; readonly rules: PcrRules };

/** Returns the timeframe of the candles that a subject evaluates. */
export const timeframeOf = (subject: BacktestSubject): Timeframe =>
  subject.kind === 'pcr' ? subject.rules.timeframe : subject.timeframe;

/** Returns the duration of a subject's trades. */
export const lengthOfSubject = (subject: BacktestSubject): TradeLength =>
  subject.kind === 'pcr' ? expiryLengthIn(subject.rules) : lengthIn(subject.rules.parameters);

/**
 * A cursor over the ticks of the tested market, which decide trades with a duration in seconds and ticks. After a seek
 * the cursor points to one tick. The ticks cover the whole time of the tested candles.
 */
export interface TickReader {
  /** Time of the current tick, epoch milliseconds. */
  readonly timeMs: number;
  readonly price: number;
  /** Moves to the first tick with time ≥ `timeMs`. */
  seekFrom(timeMs: number): unknown;
  /** Moves to the last tick with time < `timeMs`. */
  seekBefore(timeMs: number): unknown;
  /** Moves to the next tick. */
  next(): void;
}

/**
 * Payout of a win as a fraction of the stake, in whole basis points (0.85): one for all trades, or one for each time of
 * entry.
 */
export type Payout = Ratio | ((entryMs: number) => Ratio);

export type BacktestOptions = {
  readonly payout: Payout;
  /** Stake of every trade, in cents; above zero. */
  readonly stakeMinor: MinorUnits;
  /** The ticks of the market, if they cover the whole tested time. Without them, only candles decide trades. */
  readonly ticks?: TickReader | undefined;
  /**
   * Receives the fraction done, 0–1, once every few ten thousand base candles; a return value of `false` stops the run.
   * The callback decides how often it reads a clock or handles messages, because the calls come from inside the loop.
   */
  readonly onProgress?: (fraction: number) => boolean;
};

/** Result of a trade as stored in a column. `pending`: its expiration is after the end of the data. */
export const RESULT_CODES = { lost: -1, tied: 0, won: 1, void: 2, pending: 3 } as const;

/** Trades as columns: row i of every column is trade i, in order of entry, which is also the order of expiry. */
export type TradeColumns = {
  readonly length: number;
  /** Time of entry, UTC epoch milliseconds. */
  readonly entryMs: Float64Array;
  readonly expiryMs: Float64Array;
  /** Direction of the trade: 1 for CALL, −1 for PUT. */
  readonly direction: Int8Array;
  readonly entryPrice: Float64Array;
  /** The price that decided the trade; for a void trade the last known price. NaN without a price or while pending. */
  readonly settlePrice: Float64Array;
  /** Result of the trade, one of the values of `RESULT`. */
  readonly result: Int8Array;
  /** Payout of a win, in basis points of the stake. */
  readonly payoutBp: Int32Array;
  /** Cents won or, below zero, lost; 0 for ties, voids and pending trades. */
  readonly profitMinor: Float64Array;
};

/** One row of `TradeColumns`. */
export type BacktestTrade = {
  readonly entryMs: EpochMs;
  readonly expiryMs: EpochMs;
  readonly direction: Direction;
  readonly entryPrice: Price;
  readonly settlePrice: Price | null;
  readonly result: keyof typeof RESULT_CODES;
  readonly payoutRatio: Ratio;
  readonly profitMinor: MinorUnits;
};

/** Result of a run over history. */
export type Backtest = {
  readonly timeframe: Timeframe;
  /** Number of closed candles of the timeframe. */
  readonly candles: number;
  /** Open time of the first base candle; null without candles. */
  readonly fromMs: EpochMs | null;
  /** End of the last base candle; null without candles. */
  readonly toMs: EpochMs | null;
  /** Stake of every trade. */
  readonly stakeMinor: MinorUnits;
  /** Trades of the run, one for each signal. */
  readonly trades: TradeColumns;
};

/** The reason why a run has no result: the data do not fit the subject, or the run was stopped. */
export type BacktestError = ReplayError | { readonly reason: 'cancelled' };
