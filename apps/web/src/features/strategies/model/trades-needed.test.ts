import { expect, it } from 'vitest';
import { chanceOfLuckyOne, tradesNeeded } from './trades-needed.ts';

it('tradesNeeded is about 980 for a true win rate of 58 % at a payout of 85 %', () => {
  expect(tradesNeeded(0.58, 0.85)).toBe(980);
});

it('tradesNeeded rises as the win rate approaches break-even', () => {
  const needed = [0.7, 0.65, 0.6, 0.56].map((rate) => tradesNeeded(rate, 0.85) ?? Number.NaN);
  expect(needed).toEqual([...needed].sort((a, b) => a - b));
});

it.each([
  [0.58, 0.7],
  [0.5, 1],
])('tradesNeeded is unknown for a win rate of %s at a payout of %s, which does not beat break-even', (rate, payout) => {
  expect(tradesNeeded(rate, payout)).toBeNull();
});

it('chanceOfLuckyOne rises with the number of tried strategies', () => {
  expect(chanceOfLuckyOne(1)).toBeCloseTo(0.05, 12);
  expect(chanceOfLuckyOne(6)).toBeCloseTo(0.2649, 4);
});
