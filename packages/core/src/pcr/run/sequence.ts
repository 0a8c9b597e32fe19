import type { Candle } from '#candles/index.ts';
import type { Criterion, RunColor } from '#vocabulary/index.ts';

/**
 * A run of two or more candles that an opposite candle broke, with its verdict (docs/spec/pcr.md §4). Times are epoch
 * seconds.
 */
export type Sequence = {
  readonly color: RunColor;
  readonly length: number;
  readonly strongCandles: number;
  readonly startTime: number;
  /** Close time of the last coloured candle. */
  readonly endTime: number;
  /** Over the run's candles, skipped neutrals included; the breaking candle is not part of it. */
  readonly priceRange: { readonly high: number; readonly low: number };
  readonly validationResults: Readonly<Record<Criterion, boolean>>;
  readonly isValid: boolean;
  /** The time identifies a sequence: at most one ends at a candle. */
  readonly breakingCandle: Candle;
};
