import { expect, it } from 'vitest';
import { findGaps } from './index.ts';

const gaps = (times: readonly number[], from: number, to: number) => findGaps(Float64Array.from(times), 60, from, to);

it('findGaps finds missing candles at the start, in the middle and at the end of a period', () => {
  expect(gaps([120, 180, 360], 0, 540)).toEqual([
    { from: 0, to: 120, count: 2 },
    { from: 240, to: 360, count: 2 },
    { from: 420, to: 540, count: 2 },
  ]);
});

it('findGaps finds nothing if no candle is missing, and ignores candles outside the period', () => {
  expect(gaps([0, 60, 120, 180, 600], 60, 240)).toEqual([]);
});

it('findGaps begins at the first expected candle, even if the last known candle is much older', () => {
  expect(gaps([0, 60], 300, 420)).toEqual([{ from: 300, to: 420, count: 2 }]);
});

it('findGaps finds one gap in a period without candles, and no gap in an empty period', () => {
  expect(gaps([], 0, 180)).toEqual([{ from: 0, to: 180, count: 3 }]);
  expect(gaps([], 60, 60)).toEqual([]);
});
