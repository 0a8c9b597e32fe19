/** Candles side by side: row i of every column is candle i, in ascending time. Columns may be longer than `length`. */
export type CandleColumns = {
  readonly length: number;
  /** Open time, UTC epoch seconds. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
};

/** Ticks side by side, ascending in time; equal times are allowed. */
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
 * Reads a column inside its bounds; the one place that tells the compiler so. V8 inlines it.
 * Out of bounds is a bug of the caller and yields undefined.
 */
export const at = (column: Float64Array, index: number): number => column[index] as number;

/** Row `index` as a candle. */
export const candleAt = (columns: CandleColumns, index: number): Candle => ({
  time: at(columns.time, index),
  open: at(columns.open, index),
  high: at(columns.high, index),
  low: at(columns.low, index),
  close: at(columns.close, index),
});

/** Room for `length` candles, all zero. */
export const emptyColumns = (length: number): CandleColumns => ({
  length,
  time: new Float64Array(length),
  open: new Float64Array(length),
  high: new Float64Array(length),
  low: new Float64Array(length),
  close: new Float64Array(length),
});

/** The first `length` rows; shares memory with `columns`. */
export const firstRows = (columns: CandleColumns, length: number): CandleColumns => ({
  length,
  time: columns.time.subarray(0, length),
  open: columns.open.subarray(0, length),
  high: columns.high.subarray(0, length),
  low: columns.low.subarray(0, length),
  close: columns.close.subarray(0, length),
});

/** Puts candle objects, ascending in time, side by side. */
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

/** The same rows with room for as many again. */
export function doubled(columns: CandleColumns): CandleColumns {
  const larger = emptyColumns(columns.length * 2);
  larger.time.set(columns.time);
  larger.open.set(columns.open);
  larger.high.set(columns.high);
  larger.low.set(columns.low);
  larger.close.set(columns.close);
  return larger;
}
