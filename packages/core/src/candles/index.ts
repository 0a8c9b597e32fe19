/** Candles from prices: files, columns, live building, larger timeframes, gaps and the tick filter. */
export { type AlignmentError, baseStep, checkAlignment } from './alignment.ts';
export { BadTickFilter, TICK_FAULTS, TICK_LIMITS, type TickFault } from './bad-tick-filter.ts';
export { CandleAggregator, type CandleAggregatorState } from './candle-aggregator.ts';
export { CandleBuilder, type CandleBuilderState, CLOCK_GRACE_MS } from './candle-builder.ts';
export { parseCandleCsv } from './candle-csv.ts';
export { candleBody, candleColor, candleRange } from './candle-shape.ts';
export {
  at,
  type Candle,
  type CandleColumns,
  candleAt,
  columnsOf,
  emptyColumns,
  firstRowFrom,
  rowsBetween,
  setRow,
  type TickColumns,
} from './columns.ts';
export type { CsvColumn, CsvError, CsvFault } from './csv-error.ts';
export { type CandleGap, findGaps } from './gaps.ts';
export { bucketOf, candlesFromTicks, type Resampled, resample } from './resample.ts';
export { parseTickCsv } from './tick-csv.ts';
