import type { EpochMs, Rng } from '#kernel/index.ts';
import type { EquityPoint, GroupFigures, TryScores } from '#statistics/index.ts';

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
};

/**
 * The p-value: the probability that these rules without an edge give a return per unit staked at least this good, if
 * they are the only try on their data.
 */
export type Luck = { readonly pValue: number };

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
  /** The p-value of the result; null with too few trades or blocks. */
  readonly luck: Luck | null;
  /** The scores for `spendTry`. */
  readonly tried: TryScores;
  /** Distribution of the drawdowns in random orders; null without trades, or if no band was requested. */
  readonly drawdownBand: DrawdownBand | null;
  /** Whether some trade entered before the previous one had expired. */
  readonly overlapping: boolean;
  /**
   * Number of independent trades that give an interval of the same width; null without overlap. It is at most the
   * number of decided trades.
   */
  readonly independentTrades: number | null;
};
