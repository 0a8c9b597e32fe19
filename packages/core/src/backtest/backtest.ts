import type { EpochMs, MinorUnits, Price, Ratio } from '#kernel/index.ts';
import type { PcrRules, ReplayError } from '#pcr/index.ts';
import type { StrategyRules } from '#strategies/index.ts';
import type { Direction, Timeframe } from '#vocabulary/index.ts';

/** What is tested: a strategy on candles of a timeframe, or a setup, which names its own. */
export type BacktestSubject =
  | { readonly kind: 'strategy'; readonly rules: StrategyRules; readonly timeframe: Timeframe }
  | { readonly kind: 'pcr'; readonly rules: PcrRules };

/** What a win pays as a fraction of the stake, in whole basis points (0.85): one for all, or that of each entry's moment. */
export type Payout = Ratio | ((entryMs: number) => Ratio);

export type BacktestOptions = {
  readonly payout: Payout;
  /** What every trade stakes; above zero. */
  readonly stakeMinor: MinorUnits;
  /**
   * Told every few ten thousand base candles which share of them is done, 0–1; `false` as answer stops the run. It is asked from
   * inside the loop, so that whoever gives it decides how often it looks at its clock or its mailbox.
   */
  readonly onProgress?: (share: number) => boolean;
};

/** How a trade ended, as it stands in a column. `pending`: its expiration lies past the end of the data. */
export const RESULT = { lost: -1, tied: 0, won: 1, void: 2, pending: 3 } as const;
export type ResultCode = (typeof RESULT)[keyof typeof RESULT];

/** Trades side by side: row i of every column is trade i, in order of entry, which is that of expiry too. */
export type TradeColumns = {
  readonly length: number;
  /** UTC epoch milliseconds. */
  readonly entryMs: Float64Array;
  readonly expiryMs: Float64Array;
  /** 1 is CALL, −1 PUT. */
  readonly direction: Int8Array;
  readonly entryPrice: Float64Array;
  /** What decided it; of a void one what was found; NaN where there was no price, or while pending. */
  readonly settlePrice: Float64Array;
  /** A `RESULT`. */
  readonly result: Int8Array;
  /** What a win would have paid, in basis points of the stake. */
  readonly payoutBp: Int32Array;
  /** Cents won or, below zero, lost; 0 of ties, voids and pending ones. */
  readonly profitMinor: Float64Array;
};

/** One row of `TradeColumns`. */
export type BacktestTrade = {
  readonly entryMs: EpochMs;
  readonly expiryMs: EpochMs;
  readonly direction: Direction;
  readonly entryPrice: Price;
  readonly settlePrice: Price | null;
  readonly result: keyof typeof RESULT;
  readonly payoutRatio: Ratio;
  readonly profitMinor: MinorUnits;
};

/** What a run over history found. */
export type Backtest = {
  readonly timeframe: Timeframe;
  /** Closed candles of the timeframe. */
  readonly candles: number;
  /** From the open of the first base candle to the end of the last; null without candles. */
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  readonly stakeMinor: MinorUnits;
  /** One for every signal. */
  readonly trades: TradeColumns;
};

/** Why there is no result: the data do not suit the subject, or the run was stopped. */
export type BacktestError = ReplayError | { readonly reason: 'cancelled' };
