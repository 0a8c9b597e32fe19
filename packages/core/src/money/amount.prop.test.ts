import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnits, ok } from '#kernel/index.ts';
import { CURRENCIES, type Currency, isCurrency } from '#vocabulary/index.ts';
import { formatMinor, MAX_AMOUNT_MINOR, parseAmountMinor, scaleHalfEven } from './amount.ts';

describe('parseAmountMinor', () => {
  it.each([
    [0, 'USD', 0],
    [-0, 'USD', 0],
    [10, 'USD', 1_000],
    [10.1, 'EUR', 1_010],
    [0.07, 'BRL', 7],
    [1.15, 'USD', 115],
    [-2.5, 'USD', -250],
    [9_000_000_000, 'USD', 900_000_000_000],
    [15_000, 'CLP', 15_000],
    [900_000_000_000, 'PYG', 900_000_000_000],
    [1.005, 'KWD', 1_005],
    [0.00000001, 'BTC', 1],
    [1.23456789, 'BTC', 123_456_789],
    [9_000, 'ETH', 900_000_000_000],
  ] as const)('reads %d %s as its minor units', (amount, currency, minor) => {
    expect(parseAmountMinor(amount, currency)).toEqual(ok(minor));
  });

  it.each([
    [0.001, 'USD', 'too_many_decimals'],
    [10.005, 'USD', 'too_many_decimals'],
    [0.1 + 0.2, 'USD', 'too_many_decimals'],
    [1.0000000001, 'USD', 'too_many_decimals'],
    [0.5, 'CLP', 'too_many_decimals'],
    [10.01, 'JPY', 'too_many_decimals'],
    [1.0005, 'KWD', 'too_many_decimals'],
    [0.000000001, 'BTC', 'too_many_decimals'],
    [Number.NaN, 'USD', 'not_finite'],
    [Number.POSITIVE_INFINITY, 'CLP', 'not_finite'],
    [1e15, 'USD', 'out_of_range'],
    [1e300, 'CLP', 'out_of_range'],
    [9_001, 'BTC', 'out_of_range'],
  ] as const)('refuses %d %s', (amount, currency, error) => {
    expect(parseAmountMinor(amount, currency)).toEqual({ ok: false, error });
  });
});

/** One currency for each number of decimals. */
const OF_EACH_EXPONENT = [...new Map([...CURRENCIES].map(([code, exponent]) => [exponent, code]))].flatMap(
  ([exponent, code]): [number, Currency][] => (isCurrency(code) ? [[exponent, code]] : []),
);

it('the property tests below cover every number of decimals of a currency', () => {
  expect(OF_EACH_EXPONENT.map(([exponent]) => exponent).toSorted()).toEqual([0, 2, 3, 4, 8]);
});

describe.each(OF_EACH_EXPONENT)('with %d decimals (%s)', (exponent, currency) => {
  it('every amount is parsed back from its formatted number, also through JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR }), (minor) => {
        const wire: unknown = JSON.parse(JSON.stringify(formatMinor(minorUnits(minor), currency)));
        expect(parseAmountMinor(Number(wire), currency)).toEqual(ok(minor));
      }),
    );
  });

  it('the formatted amount is the decimal number with the digits of the minor units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_MINOR }), (minor) => {
        const digits = String(minor).padStart(exponent + 1, '0');
        const written = `${digits.slice(0, digits.length - exponent)}.${digits.slice(digits.length - exponent)}0`;
        expect(formatMinor(minorUnits(minor), currency)).toBe(Number(written));
      }),
    );
  });

  it('every amount with one decimal too many is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }), (minor, digit) => {
        const digits = String(minor).padStart(exponent + 1, '0');
        const whole = digits.slice(0, digits.length - exponent);
        const amount = Number(`${whole}.${digits.slice(digits.length - exponent)}${digit}`);
        expect(parseAmountMinor(amount, currency)).toEqual({ ok: false, error: 'too_many_decimals' });
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
