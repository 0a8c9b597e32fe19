import { expect, it } from 'vitest';
import { findGaps } from './index.ts';

const gaps = (times: readonly number[], from: number, to: number) => findGaps(Float64Array.from(times), 60, from, to);

it('finds missing buckets at the start, between and at the end of a span', () => {
  expect(gaps([120, 180, 360], 0, 540)).toEqual([
    { from: 0, to: 120, count: 2 },
    { from: 240, to: 360, count: 2 },
    { from: 420, to: 540, count: 2 },
  ]);
});

it('finds none when every bucket has its candle, and ignores candles outside the span', () => {
  expect(gaps([0, 60, 120, 180, 600], 60, 240)).toEqual([]);
});

it('begins at the first bucket expected, however long before it the candles ended', () => {
  expect(gaps([0, 60], 300, 420)).toEqual([{ from: 300, to: 420, count: 2 }]);
});

it('finds one gap without any candles, and none in an empty span', () => {
  expect(gaps([], 0, 180)).toEqual([{ from: 0, to: 180, count: 3 }]);
  expect(gaps([], 60, 60)).toEqual([]);
});
