/** Candles as columns: row i of every column is candle i, in ascending time. Columns may be longer than `length`. */
export type CandleColumns = {
  readonly length: number;
  /** Open time, UTC epoch seconds. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
};

/** Ticks as columns, ascending in time; equal times are allowed. */
export type TickColumns = {
  readonly length: number;
  /** UTC epoch milliseconds. */
  readonly timeMs: Float64Array;
  readonly price: Float64Array;
};

/** One candle; `time` is its open time, UTC epoch seconds. */
export type Candle = {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

/**
 * Reads a column at an index inside its bounds, without an undefined in the type. V8 inlines it. An index out of
 * bounds is a bug of the caller and yields undefined.
 */
export const at = (column: Float64Array, index: number): number => column[index] as number;

/** Returns row `index` as a candle. */
export const candleAt = (columns: CandleColumns, index: number): Candle => ({
  time: at(columns.time, index),
  open: at(columns.open, index),
  high: at(columns.high, index),
  low: at(columns.low, index),
  close: at(columns.close, index),
});

/** Allocates columns for `length` candles, all zero. */
export const emptyColumns = (length: number): CandleColumns => ({
  length,
  time: new Float64Array(length),
  open: new Float64Array(length),
  high: new Float64Array(length),
  low: new Float64Array(length),
  close: new Float64Array(length),
});

/** Returns the first `length` rows; shares memory with `columns`. */
export const firstRows = (columns: CandleColumns, length: number): CandleColumns => ({
  length,
  time: columns.time.subarray(0, length),
  open: columns.open.subarray(0, length),
  high: columns.high.subarray(0, length),
  low: columns.low.subarray(0, length),
  close: columns.close.subarray(0, length),
});

/** Converts candle objects, ascending in time, to columns. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const columns = emptyColumns(candles.length);
  candles.forEach((candle, index) => {
    columns.time[index] = candle.time;
    columns.open[index] = candle.open;
    columns.high[index] = candle.high;
    columns.low[index] = candle.low;
    columns.close[index] = candle.close;
  });
  return columns;
}

/** Returns the same rows with twice the capacity. */
export function doubled(columns: CandleColumns): CandleColumns {
  const larger = emptyColumns(columns.length * 2);
  larger.time.set(columns.time);
  larger.open.set(columns.open);
  larger.high.set(columns.high);
  larger.low.set(columns.low);
  larger.close.set(columns.close);
  return larger;
}
