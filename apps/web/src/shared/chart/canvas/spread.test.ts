import { expect, it } from 'vitest';
import { spread } from './spread.ts';

const LAST_PRICE = { top: 100, bottom: 136 };

it('spread does not move label boxes that do not overlap', () => {
  expect(spread([20, 60], 20, LAST_PRICE)).toEqual([20, 60]);
});

it('spread moves a label box to the nearer side of the reserved area', () => {
  expect(spread([105], 20, LAST_PRICE)).toEqual([90]);
  expect(spread([130], 20, LAST_PRICE)).toEqual([146]);
});

it('spread stacks label boxes that have the same position', () => {
  expect(spread([50, 50], 20, LAST_PRICE)).toEqual([50, 30]);
});
