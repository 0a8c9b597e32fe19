import {
  at,
  type Candle,
  type CandleColumns,
  candleAt,
  emptyColumns,
  rowsBetween,
  type TickColumns,
  withDoubledCapacity,
} from './columns.ts';

/**
 * Candles of a larger timeframe. `candles` are closed; `forming` is the last candle if the data end within it, else
 * null.
 */
export type ResampledCandles = { readonly candles: CandleColumns; readonly forming: Candle | null };

/** Returns the open time, in epoch seconds, of the bucket that contains `timeSeconds`. */
export const bucketOf = (timeSeconds: number, timeframeSeconds: number): number =>
  Math.floor(timeSeconds / timeframeSeconds) * timeframeSeconds;

function split(built: CandleColumns, count: number, lastIsClosed: boolean): ResampledCandles {
  if (count === 0 || lastIsClosed) return { candles: rowsBetween(built, 0, count), forming: null };
  return { candles: rowsBetween(built, 0, count - 1), forming: candleAt(built, count - 1) };
}

/**
 * Builds candles of `timeframeSeconds` from aligned base candles (`checkAlignment`) by rounding their time down
 * (docs/spec/pcr.md §1). A bucket without data gives no candle; a first bucket without its first candles is kept. The
 * last bucket counts as closed only if its last base candle is present. Otherwise it is returned as `forming`, not in
 * `candles`.
 */
export function resample(base: CandleColumns, timeframeSeconds: number, baseStepSeconds: number): ResampledCandles {
  const built = emptyColumns(base.length);
  let row = -1;
  let bucketEnd = -Infinity;
  for (let i = 0; i < base.length; i += 1) {
    const time = at(base.time, i);
    if (time >= bucketEnd) {
      row += 1;
      const bucket = bucketOf(time, timeframeSeconds);
      bucketEnd = bucket + timeframeSeconds;
      built.time[row] = bucket;
      built.open[row] = at(base.open, i);
      built.high[row] = at(base.high, i);
      built.low[row] = at(base.low, i);
    } else {
      if (at(base.high, i) > at(built.high, row)) built.high[row] = at(base.high, i);
      if (at(base.low, i) < at(built.low, row)) built.low[row] = at(base.low, i);
    }
    built.close[row] = at(base.close, i);
  }
  const lastIsClosed = base.length > 0 && at(base.time, base.length - 1) + baseStepSeconds >= bucketEnd;
  return split(built, row + 1, lastIsClosed);
}

/**
 * Builds candles from a whole tick file. Its last bucket is returned as `forming`: no later tick shows that it ended
 * (docs/spec/pcr.md §1).
 */
export function candlesFromTicks(ticks: TickColumns, timeframeSeconds: number): ResampledCandles {
  const timeframeMs = timeframeSeconds * 1_000;
  let built = emptyColumns(1_024);
  let row = -1;
  let bucketEndMs = -Infinity;
  for (let i = 0; i < ticks.length; i += 1) {
    const timeMs = at(ticks.timeMs, i);
    const price = at(ticks.price, i);
    if (timeMs >= bucketEndMs) {
      row += 1;
      if (row === built.length) built = withDoubledCapacity(built);
      const bucketMs = bucketOf(timeMs, timeframeMs);
      bucketEndMs = bucketMs + timeframeMs;
      built.time[row] = bucketMs / 1_000;
      built.open[row] = price;
      built.high[row] = price;
      built.low[row] = price;
    } else if (price > at(built.high, row)) built.high[row] = price;
    else if (price < at(built.low, row)) built.low[row] = price;
    built.close[row] = price;
  }
  return split(built, row + 1, false);
}
