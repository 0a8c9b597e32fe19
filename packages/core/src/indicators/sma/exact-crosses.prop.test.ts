import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { propertyRuns, SeededRng, sharedFile } from '@vigia/testkit';
import { toDecimalUnits } from '@vigia/testkit/plain-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CandleColumns, parseCandleCsv } from '#candles/index.ts';
import { completeRules, StrategyFold } from '../../strategies/index.ts';
import { Bollinger, Sma } from '../index.ts';

const STEP_S = 60;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** Returns running sums of the last `count` closes, in whole numbers of any size; null until defined. */
function sums(closes: readonly bigint[], count: number): readonly (bigint | null)[] {
  let sum = 0n;
  return closes.map((close, row) => {
    sum += close - (closes[row - count] ?? 0n);
    return row < count - 1 ? null : sum;
  });
}

/** Returns the crosses of two averages: 1 upwards, −1 downwards. `fast · slow` times the averages are compared. */
function bigCrosses(closes: readonly number[], fast: number, slow: number): readonly number[] {
  const units = closes.map(toDecimalUnits);
  const [fastSums, slowSums] = [sums(units, fast), sums(units, slow)];
  const sides = units.map((_, row) => {
    const [one, other] = [fastSums[row] ?? null, slowSums[row] ?? null];
    if (one === null || other === null) return null;
    const difference = one * BigInt(slow) - other * BigInt(fast);
    return difference === 0n ? 0 : difference > 0n ? 1 : -1;
  });
  return sides.map((side, row) => {
    const before = sides[row - 1] ?? null;
    if (side === null || before === null || before === 0) return 0;
    return before < 0 && side >= 0 ? 1 : before > 0 && side <= 0 ? -1 : 0;
  });
}

function foldCrosses(closes: readonly number[], fast: number, slow: number): readonly number[] {
  const fold = new StrategyFold(completeRules('moving_average', { fast, slow, ma_type: 'sma' }), STEP_S);
  return closes.map((close, row) => fold.push(row * STEP_S, close, close, close, close));
}

/** Returns prices with this number of decimals that move by a few points, so that equal averages are frequent. */
function coarseCloses(seed: number, decimals: number, length: number): readonly number[] {
  const rng = new SeededRng(seed);
  let points = 20_000;
  return Array.from({ length }, () => {
    points += Math.floor(rng.next() * 5) - 2;
    return Number(`${points}e-${decimals}`);
  });
}

describe('crosses of simple moving averages', () => {
  it('equal the crosses in integer arithmetic, for prices of 0 to 8 decimals', () => {
    let ties = 0;
    fc.assert(
      fc.property(
        seeds,
        fc.nat({ max: 8 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        (seed, decimals, fast, more) => {
          const closes = coarseCloses(seed, decimals, 400);
          expect(foldCrosses(closes, fast, fast + more)).toEqual(bigCrosses(closes, fast, fast + more));
          const units = closes.map(toDecimalUnits);
          const slowSums = sums(units, fast + more);
          ties += sums(units, fast).filter((sum, row) => {
            const other = slowSums[row] ?? null;
            return sum !== null && other !== null && sum * BigInt(fast + more) === other * BigInt(fast);
          }).length;
        },
      ),
      { numRuns: propertyRuns(200) },
    );
    expect(ties).toBeGreaterThan(propertyRuns(200));
  });

  const file = sharedFile('data/EURUSD_M1_2018.csv.gz');
  it.skipIf(file === null)('equal the crosses in integer arithmetic over a year of real minutes', () => {
    const read = parseCandleCsv(gunzipSync(readFileSync(file ?? '')));
    if (!read.ok) throw new Error(`line ${read.error.line}`);
    const candles: CandleColumns = read.value;
    const closes = [...candles.close.subarray(0, candles.length)];
    const expected = bigCrosses(closes, 9, 21);
    expect(expected.filter((cross) => cross !== 0).length).toBeGreaterThan(10_000);
    expect(foldCrosses(closes, 9, 21).flatMap((cross, row) => (cross === expected[row] ? [] : row))).toEqual([]);
  });
});

describe('a simple moving average of prices', () => {
  it('is the same number for the same mean, for any period, any order of the prices and any earlier prices', () => {
    fc.assert(
      fc.property(seeds, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 12 }), (seed, decimals, period) => {
        const closes = coarseCloses(seed, decimals, period);
        const [once, twice, after] = [new Sma(period), new Sma(2 * period), new Sma(period)];
        for (const close of closes) once.push(close);
        for (const close of [...closes, ...closes.toReversed()]) twice.push(close);
        for (const close of [1 / 3, 123.456_789, 2 ** 40, ...closes]) after.push(close);
        expect([twice.value, after.value]).toEqual([once.value, once.value]);
        const bands = new Bollinger(period, 2);
        for (const close of closes) bands.push(close);
        expect(bands.middle).toBe(once.value);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is the price itself while the price does not change', () => {
    for (const price of [1.1, 1.201_37, 0.000_012_34, 64_123.45, 0.1 + 0.2]) {
      const sma = new Sma(7);
      for (let count = 0; count < 20; count += 1) sma.push(price);
      expect(sma.value).toBe(price);
    }
  });

  it('is a plain mean for prices that are no whole number of points, or whose sum is too large', () => {
    const third = new Sma(2);
    for (const close of [1 / 3, 2 / 3]) third.push(close);
    expect(third.value).toBeCloseTo(0.5, 12);
    const large = new Sma(3);
    for (const close of [2 ** 52, 2 ** 52, 1.5, 2.5, 3.5]) large.push(close);
    expect(large.value).toBe(2.5);
    large.push(2 ** 52);
    expect(large.value / 2 ** 52).toBeCloseTo(1 / 3, 9);
  });
});
