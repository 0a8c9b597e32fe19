import { describe, expect, it } from 'vitest';
import { wilsonInterval, winRateCard } from './index.ts';

const card = (won: number, lost: number, averagePayoutRatio: number) => {
  const made = winRateCard({ won, lost, tied: 0, averagePayoutRatio });
  if (made.kind !== 'measured') throw new Error('nothing decided');
  return made;
};

const percent = (rate: number): string => (100 * rate).toFixed(1);

describe('winRateCard', () => {
  it('returns no conclusive verdict for 60 wins in 100 at a payout of 87 %: interval 50.2–69.1 %, break-even 53.5 %', () => {
    const { rate, interval, breakEven, verdict } = card(60, 40, 0.87);
    expect([rate, interval.low, interval.high, breakEven].map(percent)).toEqual(['60.0', '50.2', '69.1', '53.5']);
    expect(verdict).toBe('indistinguishable');
  });

  it('returns no conclusive verdict for 230 wins in 400: the interval starts at 52.6 %, below the break-even 53.48 %', () => {
    const { interval, breakEven, verdict } = card(230, 170, 0.87);
    expect(percent(interval.low)).toBe('52.6');
    expect((100 * breakEven).toFixed(2)).toBe('53.48');
    expect(verdict).toBe('indistinguishable');
  });

  it.each([
    ['above', 231, 386, 0.85, '54.9', '64.6', '54.1'],
    ['indistinguishable', 84, 160, 0.85, '44.8', '60.1', '54.1'],
    ['below', 97, 214, 0.82, '38.8', '52.0', '54.9'],
    ['short_sample', 13, 22, 0.83, '38.7', '76.7', '54.6'],
  ] as const)(
    'is %s for %i wins in %i trades at a payout of %f',
    (verdict, won, decided, payout, low, high, breakEven) => {
      const made = card(won, decided - won, payout);
      expect(made.verdict).toBe(verdict);
      expect([made.interval.low, made.interval.high, made.breakEven].map(percent)).toEqual([low, high, breakEven]);
    },
  );

  it('has no verdict for 29 wins in 29 trades, and has one for 30 wins in 30 trades', () => {
    expect(card(29, 0, 0.85).verdict).toBe('short_sample');
    expect(card(30, 0, 0.85).verdict).toBe('above');
  });

  it('excludes ties from the win rate and reports their number', () => {
    const made = winRateCard({ won: 60, lost: 40, tied: 50, averagePayoutRatio: 0.87 });
    expect(made).toMatchObject({ won: 60, decided: 100, tied: 50, rate: 0.6 });
  });

  it('has no rate without decided trades', () => {
    expect(winRateCard({ won: 0, lost: 0, tied: 3, averagePayoutRatio: 0 })).toEqual({ kind: 'undecided', tied: 3 });
  });

  it.each([
    [-1, 0, 0, 0.8, 'won must be an integer ≥ 0, got -1'],
    [0, 1.5, 0, 0.8, 'lost must be an integer ≥ 0, got 1.5'],
    [1, 0, NaN, 0.8, 'tied must be an integer ≥ 0, got NaN'],
    [1, 0, 0, 0, 'payout must be > 0, got 0'],
    [1, 0, 0, Infinity, 'payout must be > 0, got Infinity'],
  ])('throws for %s won, %s lost, %s tied trades at a payout of %s', (won, lost, tied, averagePayoutRatio, message) => {
    expect(() => winRateCard({ won, lost, tied, averagePayoutRatio })).toThrow(new RangeError(message));
  });
});

describe('wilsonInterval', () => {
  it('stays between 0 and 1 and has a width above zero even if all trades have the same result', () => {
    expect(wilsonInterval(0, 10).low).toBe(0);
    expect(wilsonInterval(0, 10).high).toBeCloseTo(0.2775327998628892, 14);
    expect(wilsonInterval(10, 10).low).toBeCloseTo(0.7224672001371106, 14);
    expect(wilsonInterval(10, 10).high).toBeLessThanOrEqual(1);
  });

  it('stays between 0 and 1 for any counts', () => {
    for (let decided = 1; decided <= 2_000; decided += 1) {
      expect(wilsonInterval(0, decided).low).toBeGreaterThanOrEqual(0);
      expect(wilsonInterval(decided, decided).high).toBeLessThanOrEqual(1);
    }
  });
});
