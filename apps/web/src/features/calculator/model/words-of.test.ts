import { expect, it } from 'vitest';
import { chanceText } from './words-of.ts';

it.each([
  [1, '100.0 %'],
  [0.9996, 'más de 99.9 %'],
  [0.999, '99.9 %'],
  [0.4521, '45.2 %'],
  [0.001, '0.1 %'],
  [0.0004, 'menos de 0.1 %'],
  [0, '0.0 %'],
])('chanceText formats a chance of %d as %s', (chance, text) => {
  expect(chanceText(chance)).toBe(text);
});
