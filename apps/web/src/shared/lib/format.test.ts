import { describe, expect, it } from 'vitest';
import {
  formatCountdown,
  formatLongCountdown,
  formatMoney,
  formatPayout,
  formatPercent,
  formatPrice,
  formatSignedMoney,
} from './format.ts';

describe('figures in the browser language', () => {
  it('show money with two places and its sign where it was won or lost', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatSignedMoney(8.5)).toBe('+$8.50');
    expect(formatSignedMoney(-10)).toBe('−$10.00');
    expect(formatSignedMoney(0)).toBe('$0.00');
  });

  it('show prices with the asset’s own decimals and rates with one', () => {
    expect(formatPrice(1.0857, 5)).toBe('1.08570');
    expect(formatPercent(0.5405)).toBe('54.1 %');
    expect(formatPayout(0.85)).toBe('85 %');
    expect(formatPayout(0.825)).toBe('82.5 %');
  });
});

describe('a countdown', () => {
  it.each([
    [0, '00:00'],
    [-5_000, '00:00'],
    [1, '00:01'],
    [59_001, '01:00'],
    [167_000, '02:47'],
    [6_000_000, '100:00'],
    [86_400_000, '1440:00'],
  ])('of %d ms reads %s', (leftMs, text) => {
    expect(formatCountdown(leftMs)).toBe(text);
  });
});

describe('a long countdown', () => {
  it.each([
    [-1, '00:00'],
    [3_599_000, '59:59'],
    [3_599_001, '1:00:00'],
    [74_519_000, '20:41:59'],
  ])('of %d ms reads %s', (leftMs, text) => {
    expect(formatLongCountdown(leftMs)).toBe(text);
  });
});
