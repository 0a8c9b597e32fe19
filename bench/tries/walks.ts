import type { CandleColumns } from '@vigia/core/candles';
import type { Rng } from '@vigia/core/kernel';
import type { StrategyFold } from '@vigia/core/strategies';

/** Time of the first candle in epoch seconds, a multiple of every timeframe. */
const START = 1_700_006_400;
const UNIT = 1e5;

type Step = (row: number, candles: CandleColumns) => number;

function walk(length: number, stepSeconds: number, step: Step): CandleColumns {
  const column = () => new Float64Array(length);
  const candles = { length, time: column(), open: column(), high: column(), low: column(), close: column() };
  let points = 110_000;
  for (let row = 0; row < length; row += 1) {
    const open = points;
    points += step(row, candles);
    candles.time[row] = START + row * stepSeconds;
    candles.open[row] = open / UNIT;
    candles.close[row] = points / UNIT;
    candles.high[row] = (Math.max(open, points) + 5) / UNIT;
    candles.low[row] = (Math.min(open, points) - 5) / UNIT;
  }
  return candles;
}

/** Returns a move of 1 to 30 points up or down, both equally likely. */
const fairStep = (rng: Rng): number => (1 + Math.floor(rng.next() * 30)) * (rng.next() < 0.5 ? 1 : -1);

/** Returns a walk on which every rule wins half of its decided trades. */
export const fairWalk = (rng: Rng, length: number, stepSeconds: number): CandleColumns =>
  walk(length, stepSeconds, () => fairStep(rng));

/** Returns a fair walk, except that the candle after a signal of `fold` moves with it with the probability `chance`. */
export const walkWithEdge = (
  rng: Rng,
  { length, stepSeconds, chance }: { length: number; stepSeconds: number; chance: number },
  fold: StrategyFold,
): CandleColumns =>
  walk(length, stepSeconds, (row, { time, open, high, low, close }) => {
    const cell = (column: Float64Array): number => column[row - 1] ?? NaN;
    const move = row === 0 ? 0 : fold.push(cell(time), cell(open), cell(high), cell(low), cell(close));
    const step = fairStep(rng);
    return move === 0 ? step : Math.abs(step) * (rng.next() < chance ? move : -move);
  });
