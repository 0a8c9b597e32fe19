import { describe, expect, it } from 'vitest';
import { centsOf, hasCents } from './cents.ts';

describe('centsOf', () => {
  it.each([
    [10_000, 1_000_000],
    [9_982.65, 998_265],
    [0.1, 10],
    [0.30000000000000004, 30],
    [1.8499999999999999, 185],
    [-7.35, -735],
    [0, 0],
  ])('reads %d as %d cents', (amount, cents) => expect(centsOf(amount)).toBe(cents));

  it.each([
    [2.5345, 253],
    [2.535, 254],
    [1.005, 100],
    [1.015, 102],
    [-1.015, -102],
    [1.0051, 101],
  ])('rounds %d half to even: %d cents', (amount, cents) => expect(centsOf(amount)).toBe(cents));

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e15])('returns null for %d', (amount) =>
    expect(centsOf(amount)).toBeNull(),
  );
});

describe('hasCents', () => {
  it.each(['USD', 'EUR', 'BRL', 'MXN', 'COP'])('is true for %s', (currency) => expect(hasCents(currency)).toBe(true));
  it.each(['JPY', 'CLP', 'KWD', 'usd', 'USDT', 'BTC', 'XRP', ''])('is false for %s', (currency) =>
    expect(hasCents(currency)).toBe(false),
  );
});
