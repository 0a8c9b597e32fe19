import { expect, it } from 'vitest';
import { chanceOfLuckyOne, tradesNeeded } from './trades-needed.ts';

it('tradesNeeded, the number of trades that prove a win rate, is about 980 for 58 % at a payout of 85 %', () => {
  expect(tradesNeeded(0.58, 0.85)).toBe(980);
});

it('tradesNeeded is larger for a win rate closer to the break-even rate', () => {
  const needed = [0.7, 0.65, 0.6, 0.56].map((rate) => tradesNeeded(rate, 0.85) ?? Number.NaN);
  expect(needed).toEqual([...needed].sort((a, b) => a - b));
});

it.each([
  [0.58, 0.7],
  [0.5, 1],
])('tradesNeeded is null for a win rate of %s at a payout of %s, which is not above break-even', (rate, payout) => {
  expect(tradesNeeded(rate, payout)).toBeNull();
});

it('chanceOfLuckyOne, the probability that at least one strategy without advantage looks significant, is larger for more strategies', () => {
  expect(chanceOfLuckyOne(1)).toBeCloseTo(0.05, 12);
  expect(chanceOfLuckyOne(6)).toBeCloseTo(0.2649, 4);
});
