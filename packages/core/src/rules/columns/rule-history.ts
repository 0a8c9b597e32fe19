import type { CandleColumns } from '#candles/index.ts';
import type { SeriesColumns } from './series-columns.ts';

/** The history in which conditions are evaluated. */
export type RuleHistory = {
  readonly candles: CandleColumns;
  readonly stepSeconds: number;
  /** 1 for each candle that follows the previous one without a gap. */
  readonly follows: Uint8Array;
  readonly series: SeriesColumns;
};
