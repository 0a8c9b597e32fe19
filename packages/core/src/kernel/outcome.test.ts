import { describe, expect, it } from 'vitest';
import { hadMarket, outcomeAt } from './outcome.ts';

describe('outcomeAt', () => {
  it.each([
    ['CALL', 1.2, 'won'],
    ['CALL', 1.1, 'tie'],
    ['CALL', 1, 'lost'],
    ['PUT', 1.2, 'lost'],
    ['PUT', 1.1, 'tie'],
    ['PUT', 1, 'won'],
  ] as const)('decides a %s with entry price 1.1 at the price %d', (direction, price, outcome) => {
    expect(outcomeAt(direction, 1.1, price)).toBe(outcome);
  });
});

describe('hadMarket, which determines whether a trade had prices until its expiry,', () => {
  it.each([
    ['1 ms after the entry and 60 s before the expiry', 1, 0, 60_001, false],
    ['2 ms after the entry and less than 60 s before the expiry', 2, 0, 60_001, true],
    ['at the entry', 0, 0, 30_000, false],
    ['after the entry', 1, 0, 30_000, true],
    ['never', NaN, 0, 30_000, false],
  ] as const)('returns the specified answer for a last price %s', (_when, lastMs, entryMs, expiryMs, expected) => {
    expect(hadMarket(lastMs, entryMs, expiryMs)).toBe(expected);
  });

  it('allows a longer time without a price if only candles are known', () => {
    expect(hadMarket(1, 0, 300_000, 300_000)).toBe(true);
    expect(hadMarket(1, 0, 300_001, 300_000)).toBe(false);
  });
});
