import { at, type CandleColumns, type TickColumns } from '@vigia/core/candles';

/** A 1-minute candle's four prices are spread over its minute at this distance. */
const STEP_MS = 15_000;

/**
 * Four ticks a 1-minute candle: open, the extreme on the far side of the close, the other one, close — the shortest
 * way through all four (O L H C when it closes at or above its open, else O H L C). What really happened inside is
 * not known; building 1-minute candles from these ticks gives back the recorded ones.
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
