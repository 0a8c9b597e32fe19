import type { Candle } from '#candles/index.ts';
import type { Criterion, RunColor } from '#vocabulary/index.ts';

/**
 * A run of two or more candles that an opposite candle broke, with its criteria (docs/spec/pcr.md §4). Times are epoch
 * seconds.
 */
export type Sequence = {
  readonly color: RunColor;
  readonly length: number;
  readonly strongCandles: number;
  readonly startTime: number;
  /** Close time of the last non-neutral candle of the run. */
  readonly endTime: number;
  /**
   * Highest high and lowest low of the run's candles, skipped neutral candles included. The breaking candle is not part
   * of the run.
   */
  readonly priceRange: { readonly high: number; readonly low: number };
  /** Smallest price range that the criterion `displacement` accepts; null if the ATR before the run was undefined. */
  readonly displacementLimit: number | null;
  /** Net price change of the run divided by the sum of its candles' ranges, 0–1. */
  readonly efficiency: number;
  /** Closing price of the breaking candle at which the criterion `break` starts to hold. */
  readonly breakLimit: number;
  readonly validationResults: Readonly<Record<Criterion, boolean>>;
  readonly isValid: boolean;
  /** The candle that broke the run. Its time identifies the sequence, because at most one sequence ends at a candle. */
  readonly breakingCandle: Candle;
};
