import { winRateCard } from '@vigia/core/statistics';
import { expect, it } from 'vitest';
import { EXAMPLE } from './claims.tsx';

it('the landing page shows the interval and the verdict that the product computes for the example', () => {
  const card = winRateCard({
    won: EXAMPLE.won,
    lost: EXAMPLE.decided - EXAMPLE.won,
    tied: 0,
    averagePayoutRatio: 0.85,
  });
  if (card.kind !== 'measured') throw new Error('the example is decided');
  expect(card.verdict).toBe('indistinguishable');
  const rounded = (rate: number) => Number(rate.toFixed(3));
  expect([card.rate, card.interval.low, card.interval.high].map(rounded)).toEqual([
    EXAMPLE.rate,
    EXAMPLE.low,
    EXAMPLE.high,
  ]);
  expect(card.breakEven).toBeCloseTo(EXAMPLE.breakEven, 4);
});
