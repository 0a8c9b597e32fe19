import { SeededRng } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, type CandleColumns, resample, rowsBetween } from '#candles/index.ts';
import { gappyWalk, randomWalk } from '../testing.ts';
import { NullWorlds } from './null-worlds.ts';

const POINTS = 8;
const WORLD = fc.record({
  seed: fc.nat(),
  length: fc.integer({ min: 1, max: 400 }),
  timeframeSeconds: fc.constantFrom(60, 300, 900),
});
/** Draws the same number every time: 0 keeps every block, 0.9 mirrors every block. */
const constant = (value: number) => ({ next: () => value });

const pricesAt = ({ open, high, low, close }: CandleColumns, row: number) => ({
  open: at(open, row),
  high: at(high, row),
  low: at(low, row),
  close: at(close, row),
});

/** Returns candles with gaps in time and, at one candle in ten, a jump of the price since the last close. */
function jumpyWalk(seed: number, length: number): CandleColumns {
  const rng = new SeededRng(seed);
  const walk = gappyWalk(rng, length);
  let jumped = 0;
  for (let row = 0; row < length; row += 1) {
    if (rng.next() < 0.1) jumped += (Math.floor(rng.next() * 41) - 20) / POINTS;
    for (const column of [walk.open, walk.high, walk.low, walk.close]) column[row] = at(column, row) + jumped;
  }
  return walk;
}

/** Returns the moves from close to close of the candles of a timeframe. */
function movesOf(base: CandleColumns, timeframeSeconds: number): readonly number[] {
  const { candles } = resample(base, timeframeSeconds, 60);
  const closes = [at(base.open, 0), ...candles.close.subarray(0, candles.length)];
  return closes.slice(1).map((close, row) => close - (closes[row] ?? NaN));
}

describe('a null copy of candles', () => {
  it('has valid candles on the price grid, above zero, at the times of the real candles', () => {
    fc.assert(
      fc.property(WORLD, ({ seed, length, timeframeSeconds }) => {
        const real = jumpyWalk(seed, length);
        const copy = new NullWorlds(real, timeframeSeconds).draw(new SeededRng(seed + 1));
        expect(copy.time).toEqual(real.time);
        for (let row = 0; row < length; row += 1) {
          const { open, high, low, close } = pricesAt(copy, row);
          expect(low).toBeGreaterThan(0);
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
          expect([open, high, low, close].every((price) => Number.isInteger(price * POINTS))).toBe(true);
        }
      }),
    );
  });

  it('keeps the range and the body size of each base candle, and the absolute move of each candle of the timeframe', () => {
    fc.assert(
      fc.property(WORLD, ({ seed, length, timeframeSeconds }) => {
        const real = jumpyWalk(seed, length);
        const copy = new NullWorlds(real, timeframeSeconds).draw(new SeededRng(seed + 1));
        for (let row = 0; row < length; row += 1) {
          const [drawn, given] = [pricesAt(copy, row), pricesAt(real, row)];
          expect(drawn.high - drawn.low).toBe(given.high - given.low);
          expect(Math.abs(drawn.close - drawn.open)).toBe(Math.abs(given.close - given.open));
        }
        expect(movesOf(copy, timeframeSeconds).map(Math.abs)).toEqual(movesOf(real, timeframeSeconds).map(Math.abs));
      }),
    );
  });

  it('is the real market if no block is mirrored, and its mirror image if every block is', () => {
    fc.assert(
      fc.property(WORLD, ({ seed, length, timeframeSeconds }) => {
        const real = jumpyWalk(seed, length);
        const worlds = new NullWorlds(real, timeframeSeconds);
        const kept = worlds.draw(constant(0));
        for (let row = 0; row < length; row += 1) expect(pricesAt(kept, row)).toEqual(pricesAt(real, row));
        const mirrored = worlds.draw(constant(0.9));
        const twice = 2 * at(real.open, 0);
        for (let row = 0; row < length; row += 1) {
          const { open, high, low, close } = pricesAt(real, row);
          const image = { open: twice - open, high: twice - low, low: twice - high, close: twice - close };
          expect(pricesAt(mirrored, row)).toEqual(image);
        }
      }),
    );
  });

  it('has first candles that do not depend on later candles of the market', () => {
    fc.assert(
      fc.property(WORLD, ({ seed, length, timeframeSeconds }) => {
        const real = jumpyWalk(seed, length);
        const part = rowsBetween(real, 0, Math.ceil(length / 2));
        const whole = new NullWorlds(real, timeframeSeconds).draw(new SeededRng(seed + 1));
        const drawn = new NullWorlds(part, timeframeSeconds).draw(new SeededRng(seed + 1));
        // The part may end within a block, whose sign is then the same.
        for (let row = 0; row < part.length; row += 1) expect(pricesAt(drawn, row)).toEqual(pricesAt(whole, row));
      }),
    );
  });

  it('starts higher, and stays above zero, if the moves of the real market are large against its price', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const real = randomWalk(new SeededRng(seed), 2_000);
        const lowest = Math.min(...real.low) - 1 / POINTS;
        const cheap = { ...real };
        for (const name of ['open', 'high', 'low', 'close'] as const)
          cheap[name] = real[name].map((price) => price - lowest);
        const copy = new NullWorlds(cheap, 300).draw(new SeededRng(seed + 1));
        expect(at(copy.open, 0)).toBeGreaterThan(at(cheap.open, 0));
        expect(Math.min(...copy.low)).toBeGreaterThan(0);
      }),
    );
  });

  it('has no drift, also if the real market only rises', () => {
    const WORLDS = 2_000;
    const ROWS = 400;
    const real = randomWalk(new SeededRng(7), ROWS);
    const rising = { ...real, close: real.open.map((open, row) => open + row / POINTS) };
    for (let row = 0; row < ROWS; row += 1) {
      const open = row === 0 ? at(real.open, 0) : at(rising.close, row - 1);
      rising.open[row] = open;
      rising.close[row] = open + (1 + (row % 30)) / POINTS;
      rising.high[row] = at(rising.close, row);
      rising.low[row] = open;
    }
    const worlds = new NullWorlds(rising, 300);
    const rng = new SeededRng(8);
    const size = Math.sqrt(movesOf(rising, 300).reduce((sum, move) => sum + move * move, 0));
    let total = 0;
    for (let world = 0; world < WORLDS; world += 1) {
      const copy = worlds.draw(rng);
      total += (at(copy.close, ROWS - 1) - at(copy.open, 0)) / size;
    }
    // The mean of standardised sums has the standard deviation 1/√n; five of them are reached by chance in 6e-7.
    expect(Math.abs(total / WORLDS)).toBeLessThan(5 / Math.sqrt(WORLDS));
    expect(at(rising.close, ROWS - 1) - at(rising.open, 0)).toBeGreaterThan(10 * size);
  });
});
