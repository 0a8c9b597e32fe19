import { describe, expect, it } from 'vitest';
import { luckPValue } from './index.ts';

describe('luckPValue, the p-value of a result,', () => {
  it('equals manually calculated values', () => {
    expect(luckPValue(10, 10, 1)).toBeCloseTo(1 / 1_024, 15);
    expect(luckPValue(8, 10, 1)).toBeCloseTo((45 + 10 + 1) / 1_024, 14);
    expect(luckPValue(2, 2, 0.25)).toBeCloseTo(0.64, 14);
  });

  it.each([
    [60, 100, 0.87, 0.11327868409204672],
    [230, 400, 0.87, 0.0587243412597675],
    [1_200, 2_000, 0.87, 2.4212649722891375e-9],
    [1_500, 2_000, 1, 7.371987614884475e-116],
  ])('equals the sum of exact fractions for %i wins in %i trades', (won, decided, payout, expected) => {
    expect(Math.abs(luckPValue(won, decided, payout) / expected - 1)).toBeLessThan(1e-11);
  });

  it('is 1 without wins and without trades', () => {
    expect(luckPValue(0, 5, 0.8)).toBe(1);
    expect(luckPValue(0, 0, 0.8)).toBe(1);
  });

  it('neither overflows nor slows down with a million trades', () => {
    expect(luckPValue(500_000, 1_000_000, 1)).toBeCloseTo(0.5004, 4);
    expect(luckPValue(1_000_000, 1_000_000, 1)).toBe(0);
  });

  it('refuses impossible counts, and names them in the error', () => {
    expect(() => luckPValue(3, 2, 0.8)).toThrow(new RangeError('won 3 of 2 decided trades'));
    expect(() => luckPValue(-1, 2, 0.8)).toThrow(new RangeError('won must be an integer ≥ 0, got -1'));
    expect(() => luckPValue(0, 1.5, 0.8)).toThrow(new RangeError('decided must be an integer ≥ 0, got 1.5'));
    expect(() => luckPValue(1, 2, 0)).toThrow(new RangeError('payout must be > 0, got 0'));
  });
});
