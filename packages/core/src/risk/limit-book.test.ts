import { describe, expect, it } from 'vitest';
import { minorUnits } from '#kernel/index.ts';
import { type LimitBook, limitBookOf, limitsWithoutEffect, PAPER_BOOK } from './limit-book.ts';
import type { Limit, UserLimits } from './user-limits.ts';

const limit = <Value>(value: Value): Limit<Value> => ({ value, waiting: null });
const NONE: UserLimits = {
  maxConcurrentTrades: limit(3),
  maxStakeMinor: limit(null),
  dailyLossLimitMinor: limit(null),
  weeklyLossLimitMinor: limit(null),
  dailyTradeLimit: limit(null),
  coolDownLosses: limit(null),
  coolDownMinutes: limit(30),
  timeZone: limit('UTC'),
};
const BOUNDS = { largestAccountMinor: minorUnits(10_000), largestLossMinor: minorUnits(30_000) };
const EMPTY = { largestAccountMinor: minorUnits(0), largestLossMinor: minorUnits(0) };

describe('limitBookOf', () => {
  it.each([
    ['mock', 'USD', { scope: 'practice', currency: 'USD' }],
    ['demo', 'CLP', { scope: 'practice', currency: 'CLP' }],
    ['real', 'EUR', { scope: 'real', currency: 'EUR' }],
  ] as const)(
    'returns the scope and the currency of the limits for a %s account in %s',
    (kind, currency, book: LimitBook) => {
      expect(limitBookOf({ kind, currency })).toEqual(book);
    },
  );

  it('returns PAPER_BOOK, which is practice money in USD, for the paper account', () => {
    expect(PAPER_BOOK).toEqual({ scope: 'practice', currency: 'USD' });
  });
});

describe('limitsWithoutEffect, which finds limits that are too high to refuse any order,', () => {
  it.each([
    ['maxStakeMinor', 10_000],
    ['dailyLossLimitMinor', 30_000],
    ['weeklyLossLimitMinor', 30_000],
  ] as const)(
    'returns a %s above %d, the largest amount that the limit can count, and not a limit of that amount',
    (name, boundMinor) => {
      expect(limitsWithoutEffect(NONE, { [name]: minorUnits(boundMinor + 1) }, BOUNDS)).toEqual([{ name, boundMinor }]);
      expect(limitsWithoutEffect(NONE, { [name]: minorUnits(boundMinor) }, BOUNDS)).toEqual([]);
      expect(limitsWithoutEffect(NONE, { [name]: null }, BOUNDS)).toEqual([]);
      expect(limitsWithoutEffect(NONE, { [name]: minorUnits(boundMinor + 1) }, EMPTY)).toEqual([]);
    },
  );

  it('does not return a limit if its value equals the value in force or is stricter', () => {
    const limits = { ...NONE, dailyLossLimitMinor: limit(minorUnits(50_000)) };
    const change = (minor: number) =>
      limitsWithoutEffect(limits, { dailyLossLimitMinor: minorUnits(minor) }, BOUNDS).length;
    expect([change(40_000), change(50_000), change(50_001)]).toEqual([0, 0, 1]);
  });

  it('returns every limit without effect, and ignores limits that are not amounts of money', () => {
    const change = { maxStakeMinor: minorUnits(50_000), weeklyLossLimitMinor: minorUnits(50_000), dailyTradeLimit: 9 };
    const names = limitsWithoutEffect(NONE, change, BOUNDS).map(({ name }) => name);
    expect(names).toEqual(['maxStakeMinor', 'weeklyLossLimitMinor']);
  });
});
