import { describe, expect, it } from 'vitest';
import { outcomeAt } from './outcome.ts';

describe('outcomeAt', () => {
  it.each([
    ['CALL', 1.2, 'won'],
    ['CALL', 1.1, 'tie'],
    ['CALL', 1, 'lost'],
    ['PUT', 1.2, 'lost'],
    ['PUT', 1.1, 'tie'],
    ['PUT', 1, 'won'],
  ] as const)('decides a %s with entry price 1.1 at the price %d as %s', (direction, price, outcome) => {
    expect(outcomeAt(direction, 1.1, price)).toBe(outcome);
  });
});
