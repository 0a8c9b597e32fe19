import { describe, expect, it } from 'vitest';
import { luckPValue, tradesForVerdict } from './index.ts';
import { normalPoint, normalTail } from './normal.ts';

describe('the normal distribution', () => {
  it.each([
    [0.5, 0],
    [0.2, 0.8416],
    [0.05, 1.6449],
    [0.025, 1.96],
    [0.001, 3.0902],
    [0.0000025, 4.5648],
  ])('has the published point that is exceeded with a probability of %s', (chance, point) => {
    expect(normalPoint(chance)).toBeCloseTo(point, 2);
    expect(normalTail(normalPoint(chance)) / chance).toBeCloseTo(1, 1);
    expect(normalTail(-normalPoint(chance))).toBeCloseTo(1 - chance, 3);
  });

  it('has the published probabilities', () => {
    for (const [point, chance] of [
      [0, 0.5],
      [1, 0.158_655_253_9],
      [2, 0.022_750_131_9],
      [3, 0.001_349_898_03],
    ] as const)
      expect(normalTail(point)).toBeCloseTo(chance, 6);
  });
});

describe('the number of trades that a verdict needs', () => {
  /** Returns the exact chance that a true rate has a p-value of at most `level` after some trades. */
  function power(trades: number, rate: number, payout: number, level: number): number {
    let won = Math.floor(trades / (1 + payout));
    while (luckPValue(won, trades, payout) > level) won += 1;
    return luckPValue(won, trades, 1 / rate - 1);
  }

  it.each([
    [0.58, 0.85, 0.025],
    [0.6, 0.85, 0.025],
    [0.57, 1, 0.025],
    [0.6, 0.8, 0.005],
  ])(
    'gives the exact binomial test of a true %s at a payout of %s and the level %s a power of 80 %%',
    (rate, payout, level) => {
      const trades = tradesForVerdict(rate, payout, level) ?? NaN;
      expect(power(trades, rate, payout, level)).toBeGreaterThan(0.78);
      expect(power(trades, rate, payout, level)).toBeLessThan(0.82);
      expect(power(Math.round(0.8 * trades), rate, payout, level)).toBeLessThan(0.75);
    },
  );

  it('is 1,235 to 1,250 for 58 % at a payout of 85 %', () => {
    expect(tradesForVerdict(0.58, 0.85, 0.025)).toBeGreaterThanOrEqual(1_235);
    expect(tradesForVerdict(0.58, 0.85, 0.025)).toBeLessThanOrEqual(1_250);
  });

  it('is null for a rate that is not above break-even', () => {
    expect(tradesForVerdict(0.54, 0.85, 0.025)).toBeNull();
    expect(tradesForVerdict(0.5, 1, 0.025)).toBeNull();
  });
});
