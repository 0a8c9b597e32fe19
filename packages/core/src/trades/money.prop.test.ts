import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnits, ok } from '#kernel/index.ts';
import { formatMinor, parseAmountMinor, scaleHalfEven } from './money.ts';

describe('parseAmountMinor', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [10, 1_000],
    [10.1, 1_010],
    [0.07, 7],
    [1.15, 115],
    [-2.5, -250],
    [9_000_000_000, 900_000_000_000],
  ])('reads %d as %d cents', (amount, minor) => {
    expect(parseAmountMinor(amount)).toEqual(ok(minor));
  });

  it.each([
    [0.001, 'too_many_decimals'],
    [10.005, 'too_many_decimals'],
    [0.1 + 0.2, 'too_many_decimals'],
    [1.0000000001, 'too_many_decimals'],
    [Number.NaN, 'not_finite'],
    [Number.POSITIVE_INFINITY, 'not_finite'],
    [1e15, 'out_of_range'],
    [1e300, 'out_of_range'],
  ])('refuses %d: %s', (amount, error) => {
    expect(parseAmountMinor(amount)).toEqual({ ok: false, error });
  });

  it('reads back every amount it writes, through JSON too', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900_000_000_000, max: 900_000_000_000 }), (minor) => {
        const wire: unknown = JSON.parse(JSON.stringify(formatMinor(minorUnits(minor))));
        expect(parseAmountMinor(Number(wire))).toEqual(ok(minor));
      }),
    );
  });

  it('refuses every amount of exactly three decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 1, max: 9 }), (cents, mill) => {
        const amount = Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${mill}`);
        expect(parseAmountMinor(amount)).toEqual({ ok: false, error: 'too_many_decimals' });
      }),
    );
  });
});

describe('scaleHalfEven', () => {
  it('agrees with exact big-integer rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900_000_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, points) => {
          const product = BigInt(amount) * BigInt(points);
          const [whole, rest] = [product / 10_000n, product % 10_000n];
          const up = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n);
          expect(scaleHalfEven(amount, points, 10_000)).toBe(Number(whole + (up ? 1n : 0n)));
        },
      ),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
