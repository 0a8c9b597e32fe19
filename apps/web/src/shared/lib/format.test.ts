import { describe, expect, it, vi } from 'vitest';
import {
  formatCountdown,
  formatLongCountdown,
  formatMoney,
  formatPayout,
  formatPercent,
  formatPrice,
  formatSignedMoney,
  formatTidyMoney,
  formatTyped,
  formatTypedMoney,
} from './format.ts';

describe('number formats in the browser locale', () => {
  it('show money with two decimals, and a sign for a profit or loss', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatSignedMoney(8.5)).toBe('+$8.50');
    expect(formatSignedMoney(-10)).toBe('−$10.00');
    expect(formatSignedMoney(0)).toBe('$0.00');
  });

  it('omit zero cents, and write only what a field can read', () => {
    expect(formatTidyMoney(5)).toBe('$5');
    expect(formatTidyMoney(0.35)).toBe('$0.35');
    expect(formatTyped(12_345.5)).toBe('12345.5');
    expect(formatTyped(12_345.5, 2)).toBe('12345.50');
    expect(formatTypedMoney(10)).toBe('10');
    expect(formatTypedMoney(10.5)).toBe('10.50');
  });

  it('use the decimal mark of the browser for typed numbers', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('es-CO');
    vi.resetModules();
    const inColombia = await import('./format.ts');
    vi.restoreAllMocks();
    expect(inColombia.formatTyped(12_345.5)).toBe('12345,5');
    expect(inColombia.formatTypedMoney(10.5)).toBe('10,50');
  });

  it('show prices with the decimals of the asset and rates with one decimal', () => {
    expect(formatPrice(1.0857, 5)).toBe('1.08570');
    expect(formatPercent(0.5405)).toBe('54.1 %');
    expect(formatPayout(0.85)).toBe('85 %');
    expect(formatPayout(0.825)).toBe('82.5 %');
  });
});

describe('formatCountdown', () => {
  it.each([
    [0, '00:00'],
    [-5_000, '00:00'],
    [1, '00:01'],
    [59_001, '01:00'],
    [167_000, '02:47'],
    [6_000_000, '100:00'],
    [86_400_000, '1440:00'],
  ])('formats %d ms as %s', (leftMs, text) => {
    expect(formatCountdown(leftMs)).toBe(text);
  });
});

describe('formatLongCountdown', () => {
  it.each([
    [-1, '00:00'],
    [3_599_000, '59:59'],
    [3_599_001, '1:00:00'],
    [74_519_000, '20:41:59'],
  ])('formats %d ms as %s', (leftMs, text) => {
    expect(formatLongCountdown(leftMs)).toBe(text);
  });
});
