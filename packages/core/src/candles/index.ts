/** Prices into candles: files, columns, live building, larger timeframes, gaps and the tick filter. */
export * from './alignment.ts';
export * from './candle-shape.ts';
export { at, type Candle, type CandleColumns, candleAt, columnsOf, type TickColumns } from './columns.ts';
export * from './resample.ts';
