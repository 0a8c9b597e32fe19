import type { Currency } from '@vigia/core/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorOf } from './minor.ts';

const CASES: readonly [Currency, number][] = [
  ['CLP', 1],
  ['USD', 100],
  ['KWD', 1_000],
  ['CLF', 10_000],
  ['BTC', 1e8],
];

describe.each(CASES)('minorOf in %s', (currency, scale) => {
  it('returns every whole number of minor units exactly, even from a sum of doubles', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (a, b) => {
        expect(minorOf(a / scale, currency)).toBe(a);
        // The binary sum of two decimal amounts is rarely the double nearest to their decimal sum.
        expect(minorOf(a / scale + b / scale, currency)).toBe(a + b);
      }),
    );
  });

  it('returns a number at most half a minor unit from the amount', () => {
    const most = 1e9 / scale;
    fc.assert(
      fc.property(fc.double({ min: -most, max: most, noNaN: true }), (amount) => {
        expect(Math.abs((minorOf(amount, currency) ?? Number.NaN) - amount * scale)).toBeLessThanOrEqual(0.5 + 1e-4);
      }),
    );
  });

  it('returns whole minor units or null for any number, and the negated result for the negated number', () => {
    fc.assert(
      fc.property(fc.double(), (amount) => {
        const minor = minorOf(amount, currency);
        expect(minor === null || Number.isSafeInteger(minor)).toBe(true);
        expect(minorOf(-amount, currency)).toBe(minor === null ? null : 0 - minor);
      }),
    );
  });
});
