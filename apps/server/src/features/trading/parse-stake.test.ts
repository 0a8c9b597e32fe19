import { describe, expect, it } from 'vitest';
import { parseStake } from './parse-stake.ts';

describe('parseStake', () => {
  it.each([
    [10, 1_000],
    [0.01, 1],
    [10.05, 1_005],
    [0, 0],
    [-1, -100],
  ])('converts %d to %i cents', (amount, minor) => {
    expect(parseStake(amount, 'USD')).toEqual({ ok: true, value: minor });
  });

  it.each([0.001, 10.005, NaN, Infinity, -Infinity])('refuses %d, which is not an amount of money', (amount) => {
    expect(parseStake(amount, 'USD')).toEqual({ ok: false, error: { code: 'amount_invalid', values: {} } });
  });

  it.each([
    [1e15, Number.MAX_SAFE_INTEGER],
    [-1e15, -Number.MAX_SAFE_INTEGER],
  ])('converts %d to an amount beyond every limit, so the limit of the asset refuses it', (amount, minor) => {
    expect(parseStake(amount, 'USD')).toEqual({ ok: true, value: minor });
  });
});
