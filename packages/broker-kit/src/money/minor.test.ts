import { describe, expect, it } from 'vitest';
import { knownCurrency } from './known-currency.ts';
import { minorOf } from './minor.ts';
import { stakeLimitsIn } from './stake-limits.ts';

describe('minorOf', () => {
  it.each([
    [10_000, 'USD', 1_000_000],
    [9_982.65, 'EUR', 998_265],
    [0.1, 'BRL', 10],
    [0.30000000000000004, 'USD', 30],
    [1.8499999999999999, 'USD', 185],
    [-7.35, 'USD', -735],
    [0, 'CLP', 0],
    [15_000, 'CLP', 15_000],
    [8_500.000000000002, 'PYG', 8_500],
    [1.005, 'KWD', 1_005],
    [-0.000123, 'BTC', -12_300],
    [0.00012300000000000001, 'BTC', 12_300],
  ] as const)('reads %d %s in minor units', (amount, currency, minor) => expect(minorOf(amount, currency)).toBe(minor));

  it.each([
    [2.5345, 'USD', 253],
    [2.535, 'USD', 254],
    [1.005, 'USD', 100],
    [1.015, 'USD', 102],
    [-1.015, 'USD', -102],
    [1.0051, 'USD', 101],
    [850.5, 'CLP', 850],
    [851.5, 'CLP', 852],
    [1.0005, 'KWD', 1_000],
    [0.000000015, 'BTC', 2],
  ] as const)('rounds %d %s half to even', (amount, currency, minor) => expect(minorOf(amount, currency)).toBe(minor));

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15])('returns null for %d', (amount) =>
    expect(minorOf(amount, 'USD')).toBeNull(),
  );
});

describe('knownCurrency', () => {
  it.each(['USD', 'EUR', 'BRL', 'MXN', 'COP', 'JPY', 'CLP', 'KWD', 'BTC', 'eUSDT'])('returns %s', (code) => {
    const lines: string[] = [];
    expect(knownCurrency(code, (_level, text) => void lines.push(text))).toBe(code);
    expect(lines).toEqual([]);
  });

  it.each([
    ['XRP', 'XRP'],
    ['usd', 'usd'],
    ['', 'no code'],
    ['token=abc', 'no code'],
  ])('returns null for %j, and logs the currency code but no other text of the broker', (text, logged) => {
    const lines: string[] = [];
    expect(knownCurrency(text, (level, line) => void lines.push(`${level} ${line}`))).toBeNull();
    expect(lines).toEqual([`warn an account in an unknown currency is left out: ${logged}`]);
  });
});

describe('stakeLimitsIn', () => {
  const limits = { currency: 'CLP', minStakeMinor: null, maxStakeMinor: null } as const;

  it('returns the limits in the requested currency, and empty limits if only other currencies have limits', () => {
    expect(stakeLimitsIn({ stakeLimits: [limits] }, 'CLP')).toBe(limits);
    expect(stakeLimitsIn({ stakeLimits: [limits] }, 'USD')).toEqual({ minStakeMinor: null, maxStakeMinor: null });
  });
});
