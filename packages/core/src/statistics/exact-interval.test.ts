import { describe, expect, it } from 'vitest';
import { exactInterval } from './index.ts';

describe('exactInterval', () => {
  // The expected values are those of scipy 1.17.1: binomtest(hits, all).proportion_ci(0.95, 'exact').
  it.each([
    [0, 500, 0, 0.007350610051907785],
    [1, 500, 5.0634334007487e-5, 0.011092476899002649],
    [13, 500, 0.013914930063284973, 0.04405043685736013],
    [250, 500, 0.4552855693242274, 0.5447144306757725],
    [499, 500, 0.9889075231009973, 0.9999493656659925],
    [500, 500, 0.9926493899480923, 1],
    [3, 99, 0.006293347274171991, 0.08601126433737628],
    [29, 1_000, 0.01950593732438462, 0.04138471911644505],
    [1, 1, 0.025, 1],
  ])('equals the interval of Clopper and Pearson for %i of %i', (hits, all, low, high) => {
    const interval = exactInterval(hits, all);
    expect(interval.low).toBeCloseTo(low, 12);
    expect(interval.high).toBeCloseTo(high, 12);
  });

  it.each([
    [-1, 5, 'hits must be an integer ≥ 0, got -1'],
    [6, 5, '6 hits in 5'],
    [0, 0, '0 hits in 0'],
  ])('throws for %i of %i', (hits, all, message) => {
    expect(() => exactInterval(hits, all)).toThrow(new RangeError(message));
  });
});
