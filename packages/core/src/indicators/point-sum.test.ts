import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { PointSum } from './point-sum.ts';

function meansOf(period: number, prices: readonly number[]): readonly number[] {
  const sum = new PointSum(period);
  return prices.map((price) => {
    sum.push(price);
    return sum.mean;
  });
}
const lastOf = (period: number, ...prices: readonly number[]): number => meansOf(period, prices).at(-1) ?? NaN;

describe('the mean of the last prices', () => {
  it('is exact where the sum of the prices as numbers is not', () => {
    expect((0.1 + 0.2 + 0.3) / 3).not.toBe(0.2);
    expect(lastOf(3, 0.1, 0.2, 0.3)).toBe(0.2);
    expect(lastOf(3, 0.3, 0.1, 0.2)).toBe(0.2);
  });

  it('is the quotient of two integers, rounded once, for prices of any number of decimals', () => {
    const rng = new SeededRng(5);
    for (let decimals = 0; decimals <= 12; decimals += 1) {
      const scale = 10 ** decimals;
      const points = Array.from({ length: 60 }, () => Math.floor(rng.next() * 3 * scale));
      const means = meansOf(
        7,
        points.map((point) => point / scale),
      );
      const exact = (row: number): number =>
        Number(points.slice(row - 6, row + 1).reduce((sum, point) => sum + BigInt(point), 0n)) / (7 * scale);
      expect(means.slice(6)).toEqual(means.slice(6).map((_, index) => exact(index + 6)));
    }
  });

  it('stays exact when prices get more decimals, and fewer again', () => {
    expect(meansOf(2, [1, 2, 2.5, 2.25, 2.125, 4, 6])).toEqual([0.5, 1.5, 2.25, 2.375, 2.1875, 3.0625, 5]);
  });

  it('is exact after the prices are replaced', () => {
    const sum = new PointSum(3);
    sum.restore(Float64Array.of(0.3, 0.1, 0.2), 1);
    expect(sum.mean).toBe(0.2);
    // The price 0.1 is the oldest.
    sum.push(0.4);
    expect(sum.mean).toBe(0.3);
  });
});

describe('a price that is no whole number of points', () => {
  const INEXACT = 1.0000000000001;

  it('has no mean while it is among the last prices', () => {
    expect(meansOf(2, [1, 2, INEXACT, 3, 5])).toEqual([0.5, 1.5, NaN, NaN, 4]);
    expect(meansOf(3, [1, INEXACT, 2, INEXACT, 4, 6, 8])).toEqual([1 / 3, NaN, NaN, NaN, NaN, NaN, 6]);
  });

  it('has no mean after the prices are replaced, until it is the oldest and leaves', () => {
    const sum = new PointSum(3);
    sum.restore(Float64Array.of(INEXACT, 1, 2), 1);
    expect(sum.mean).toBeNaN();
    const means = [3, 4, 5].map((price) => {
      sum.push(price);
      return sum.mean;
    });
    expect(means).toEqual([NaN, NaN, 4]);
  });
});

describe('prices too large for exact points', () => {
  const LIMIT = 2 ** 52;

  it('have a mean up to the limit, and none above it', () => {
    expect(lastOf(1, LIMIT)).toBe(LIMIT);
    expect(lastOf(1, -LIMIT)).toBe(-LIMIT);
    expect(lastOf(1, LIMIT + 1)).toBeNaN();
    expect(lastOf(1, 2 * LIMIT)).toBeNaN();
  });

  it('have no mean if only their sum is too large, until it is small enough again', () => {
    expect(meansOf(2, [LIMIT, 2, 4])).toEqual([LIMIT / 2, NaN, 3]);
    expect(meansOf(2, [LIMIT - 2, 2, 4])).toEqual([(LIMIT - 2) / 2, LIMIT / 2, 3]);
  });

  it('have no mean if another price has too many decimals for their points, until that price leaves', () => {
    expect(meansOf(2, [2 ** 50, 0.5, 2 ** 50, 4])).toEqual([2 ** 49, NaN, NaN, (2 ** 50 + 4) / 2]);
  });
});
