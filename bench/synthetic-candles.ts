import type { CandleColumns } from '@vigia/core/candles';
import { SeededRng } from '@vigia/testkit';

/** The time of the first candle in epoch seconds, a multiple of five minutes. */
const START = 1_700_000_100;

/**
 * Generates a random walk of candles that resemble those of a real market: bodies and wicks of a few points, some
 * candles without a body, and occasional gaps.
 */
export function syntheticCandles(length: number, stepSeconds: number, seed: number): CandleColumns {
  const rng = new SeededRng(seed);
  const column = () => new Float64Array(length);
  const candles = { length, time: column(), open: column(), high: column(), low: column(), close: column() };
  let time = START;
  let points = 110_000;
  for (let row = 0; row < length; row += 1) {
    const open = points;
    points += Math.round((rng.next() + rng.next() + rng.next() - 1.5) * 40);
    const wick = () => Math.round(rng.next() * rng.next() * 30);
    candles.time[row] = time;
    candles.open[row] = open / 1e5;
    candles.close[row] = points / 1e5;
    candles.high[row] = (Math.max(open, points) + wick()) / 1e5;
    candles.low[row] = (Math.min(open, points) - wick()) / 1e5;
    time += rng.next() < 0.001 ? stepSeconds * 600 : stepSeconds;
  }
  return candles;
}
