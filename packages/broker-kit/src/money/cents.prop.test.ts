import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf } from './cents.ts';

describe('centsOf', () => {
  it('returns every amount of cents exactly, even from a sum of doubles', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (a, b) => {
        expect(centsOf(a / 100)).toBe(a);
        // The binary sum of two decimal amounts is rarely the double nearest to their decimal sum.
        expect(centsOf(a / 100 + b / 100)).toBe(a + b);
      }),
    );
  });

  it('is never more than half a cent off', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e7, max: 1e7, noNaN: true }), (amount) => {
        expect(Math.abs((centsOf(amount) ?? Number.NaN) - amount * 100)).toBeLessThanOrEqual(0.5 + 1e-4);
      }),
    );
  });

  it('returns cents or null for any number, and the negative for the negative number', () => {
    fc.assert(
      fc.property(fc.double(), (amount) => {
        const cents = centsOf(amount);
        expect(cents === null || Number.isSafeInteger(cents)).toBe(true);
        expect(centsOf(-amount)).toBe(cents === null ? null : 0 - cents);
      }),
    );
  });
});
