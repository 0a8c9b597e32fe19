import { expect, it } from 'vitest';
import { spread } from './spread.ts';

const LAST_PRICE = { top: 100, bottom: 136 };

it('leaves boxes alone that are in nobody’s way', () => {
  expect(spread([20, 60], 20, LAST_PRICE)).toEqual([20, 60]);
});

it('moves a box to the nearer side of what must stay clear', () => {
  expect(spread([105], 20, LAST_PRICE)).toEqual([90]);
  expect(spread([130], 20, LAST_PRICE)).toEqual([146]);
});

it('stacks boxes wanted at one place', () => {
  expect(spread([50, 50], 20, LAST_PRICE)).toEqual([50, 30]);
});
