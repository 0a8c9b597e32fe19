import type { EpochMs, Rng } from '#kernel/index.ts';
import type { EquityPoint, GroupFigures } from '#statistics/index.ts';

export type ReportOptions = {
  /**
   * Returns the offset of local time from UTC at a time, in milliseconds. The report uses it for the hour and the
   * weekday of an entry.
   */
  readonly zoneOffsetMs: (atMs: number) => number;
  /**
   * Random source that shuffles the trades for the drawdown band; the same seed gives the same band. With null the
   * report has no band and is much faster.
   */
  readonly rng: Rng | null;
  /** Number of variants tried on these data, this one included; 1 by default. */
  readonly variants?: number;
};

/**
 * The p-value, the probability that chance alone gives a result at least this good: for this variant, and corrected for
 * all tried variants.
 */
export type Luck = { readonly pValue: number; readonly variants: number; readonly correctedPValue: number };

/**
 * Maximum drawdown, in cents, of the same trades in `orders` random orders: its 5, 50 and 95 % quantiles and the worst.
 */
export type DrawdownBand = {
  readonly p5Minor: number;
  readonly p50Minor: number;
  readonly p95Minor: number;
  readonly worstMinor: number;
  readonly orders: number;
};

/** Results of the trades of one hour or weekday. `key` is the hour 0–23, or the weekday 1–7 from Monday. */
export type TimeGroup = GroupFigures & { readonly key: number };

/**
 * The report of a backtest. Each figure comes with the figures that its interpretation needs. `trades` counts won, lost
 * and tied trades. Amounts are in cents.
 */
export type BacktestFigures = GroupFigures & {
  readonly candles: number;
  readonly fromMs: EpochMs | null;
  readonly toMs: EpochMs | null;
  readonly signals: number;
  readonly openAtEnd: number;
  readonly voided: number;
  readonly stakedMinor: number;
  /** Mean profit per trade, not rounded; null without trades. */
  readonly expectancyMinor: number | null;
  readonly profitFactor: number | null;
  readonly maxDrawdownMinor: number;
  readonly longestWinningStreak: number;
  readonly longestLosingStreak: number;
  /** Running total of the profits over time, at most 300 points. */
  readonly equity: readonly EquityPoint[];
  readonly byHour: readonly TimeGroup[];
  readonly byWeekday: readonly TimeGroup[];
  /** The p-value of the result; null while no trade is decided. */
  readonly luck: Luck | null;
  /** Distribution of the drawdowns in random orders; null without trades, or if no band was requested. */
  readonly drawdownBand: DrawdownBand | null;
  /**
   * Whether some trade entered before the previous one had expired. The trades are then not independent, and the
   * interval is too narrow.
   */
  readonly overlapping: boolean;
};
