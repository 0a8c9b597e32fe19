/** Candles from prices: price files, columns, live candles, larger timeframes, gaps and the tick filter. */
export { type AlignmentError, baseStep, checkAlignment } from './alignment.ts';
export { BadTickFilter, TICK_FAULTS, TICK_LIMITS, type TickFault } from './bad-tick-filter.ts';
export { CandleAggregator, type CandleAggregatorState } from './candle-aggregator.ts';
export { CandleBuilder, type CandleBuilderState, CLOCK_GRACE_MS } from './candle-builder.ts';
export { parseCandleCsv } from './candle-csv.ts';
export { candleBody, candleColor, candleRange } from './candle-shape.ts';
export { candleType } from './candle-type.ts';
export { type ChartGap, chartGaps } from './chart-gaps.ts';
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
export { HeikinAshi, type HeikinAshiCandle } from './heikin-ashi.ts';
export { type HistoryGaps, historyGaps, meetsSaturday, tradesOnSaturdays } from './history-gaps.ts';
export type { DecimalMark, Dialect, Separator } from './price-files/dialect.ts';
export { type FileFacts, PriceFileReader } from './price-files/price-file-reader.ts';
export { type OffsetOf, utcClock } from './price-files/wall-clock.ts';
export { FILE_ZONES, findZone, type ZoneFinding } from './price-files/zone-finding.ts';
export { bucketOf, candlesFromTicks, type ResampledCandles, resample } from './resample.ts';
export { RETRACEMENT_LEVELS, retracementPrice } from './retracement.ts';
export { parseTickCsv } from './tick-csv.ts';
