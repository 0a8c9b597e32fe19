import { describe, expect, it } from 'vitest';
import { EquityFold } from './index.ts';

/**
 * Adds `count` points, one per millisecond, to a curve of at most `maxPoints`. Returns the times of the points that the
 * curve keeps.
 */
function timesAfter(count: number, maxPoints: number): number[] {
  const fold = new EquityFold(maxPoints);
  for (let atMs = 0; atMs < count; atMs += 1) fold.add({ atMs, total: 10 * atMs });
  return fold.points.map(({ atMs }) => atMs);
}

describe('an equity curve with a maximum number of points', () => {
  it('is empty before the first point', () => {
    expect(timesAfter(0, 4)).toEqual([]);
  });

  it('keeps every point until it has the maximum number of points', () => {
    expect(timesAfter(3, 4)).toEqual([0, 1, 2]);
    expect(timesAfter(4, 5)).toEqual([0, 1, 2, 3]);
  });

  it.each([
    [4, [0, 2, 3]],
    [5, [0, 2, 4]],
    [6, [0, 2, 4, 5]],
    [7, [0, 4, 6]],
    [9, [0, 4, 8]],
  ])('of at most 4 points drops every second point when it is full: after %i points it has %j', (count, times) => {
    expect(timesAfter(count, 4)).toEqual(times);
  });

  it.each([
    [5, [0, 2, 4]],
    [8, [0, 2, 4, 6, 7]],
    [9, [0, 4, 8]],
    [10, [0, 4, 8, 9]],
  ])('of at most 5 points drops every second point when it is full: after %i points it has %j', (count, times) => {
    expect(timesAfter(count, 5)).toEqual(times);
  });

  it('keeps the running total of each remaining point', () => {
    const fold = new EquityFold(4);
    for (const total of [5, -3, 8, 2]) fold.add({ atMs: Math.abs(total), total });
    expect(fold.points).toEqual([
      { atMs: 5, total: 5 },
      { atMs: 8, total: 8 },
      { atMs: 2, total: 2 },
    ]);
  });

  it.each([3, 0, -4, 4.5, NaN])('cannot have a maximum of %d points', (maxPoints) => {
    expect(() => new EquityFold(maxPoints)).toThrow(`${maxPoints} points make no curve`);
  });
});
