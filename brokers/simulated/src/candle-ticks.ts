import { at, type CandleColumns, type TickColumns } from '@vigia/core/candles';

/** Time between the four ticks that replace a 1-minute candle. */
const STEP_MS = 15_000;

/**
 * Returns four ticks for each 1-minute candle, in the order of the shortest path: open, low, high, close if it closes
 * at or above its open, else open, high, low, close. The real path is not known. Candles that are built from these
 * ticks equal the recorded candles.
 */
export function ticksOfCandles(candles: CandleColumns): TickColumns {
  const timeMs = new Float64Array(candles.length * 4);
  const price = new Float64Array(candles.length * 4);
  for (let row = 0; row < candles.length; row++) {
    const rises = at(candles.close, row) >= at(candles.open, row);
    const first = 4 * row;
    price[first] = at(candles.open, row);
    price[first + 1] = at(rises ? candles.low : candles.high, row);
    price[first + 2] = at(rises ? candles.high : candles.low, row);
    price[first + 3] = at(candles.close, row);
    for (let step = 0; step < 4; step++) timeMs[first + step] = at(candles.time, row) * 1_000 + step * STEP_MS;
  }
  return { length: timeMs.length, timeMs, price };
}
