import { describe, expect, it } from 'vitest';
import { histogramOf, relativePositionIn } from './proof-bins.ts';

describe('histogramOf', () => {
  it('counts every value once, from the lowest bar to the highest', () => {
    const { bars, low, high } = histogramOf([0, 1, 23, 24, 12], 12);
    expect([low, high]).toEqual([0, 24]);
    expect(bars).toHaveLength(24);
    expect(bars.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect([bars[0], bars[1], bars[12], bars[23]]).toEqual([1, 1, 1, 2]);
  });

  it('has a range that contains the marked value', () => {
    expect(histogramOf([1, 2], 10)).toMatchObject({ low: 1, high: 10 });
    expect(histogramOf([1, 2], -10)).toMatchObject({ low: -10, high: 2 });
  });

  it('counts equal values in one bar in the middle', () => {
    const histogram = histogramOf([5, 5, 5], 5);
    expect(histogram.bars[12]).toBe(3);
    expect(relativePositionIn(histogram, 5)).toBe(0.5);
  });
});
