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
 * Reads a column at an index. The return type excludes `undefined`, because the index must be inside the bounds. An
 * index out of bounds is a bug of the caller and yields undefined. V8 inlines the function.
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

/** Returns the rows from `first` up to but excluding `end`; the result shares memory with `columns`. */
export const rowsBetween = (columns: CandleColumns, first: number, end: number): CandleColumns => ({
  length: end - first,
  time: columns.time.subarray(first, end),
  open: columns.open.subarray(first, end),
  high: columns.high.subarray(first, end),
  low: columns.low.subarray(first, end),
  close: columns.close.subarray(first, end),
});

/** Returns the first of the first `length` rows whose time is `fromTime` or later; `length` without such a row. */
export function firstRowFrom({ time, length }: Pick<CandleColumns, 'time' | 'length'>, fromTime: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(time, middle) < fromTime) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Writes a candle into row `index`. */
export function setRow(columns: CandleColumns, index: number, { time, open, high, low, close }: Candle): void {
  columns.time[index] = time;
  columns.open[index] = open;
  columns.high[index] = high;
  columns.low[index] = low;
  columns.close[index] = close;
}

/** Converts candle objects, ascending in time, to columns. */
export function columnsOf(candles: readonly Candle[]): CandleColumns {
  const columns = emptyColumns(candles.length);
  candles.forEach((candle, index) => setRow(columns, index, candle));
  return columns;
}

/** Returns the same rows with twice the capacity. */
export function withDoubledCapacity(columns: CandleColumns): CandleColumns {
  const larger = emptyColumns(columns.length * 2);
  larger.time.set(columns.time);
  larger.open.set(columns.open);
  larger.high.set(columns.high);
  larger.low.set(columns.low);
  larger.close.set(columns.close);
  return larger;
}
