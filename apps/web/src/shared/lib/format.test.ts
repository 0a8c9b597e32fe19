import { describe, expect, it, vi } from 'vitest';
import {
  formatCountdown,
  formatForInput,
  formatLongCountdown,
  formatMoney,
  formatPayout,
  formatPercent,
  formatPrice,
  formatShortMoney,
  formatSignedMoney,
  formatTidyMoney,
  formatTypedMoney,
} from './format.ts';

describe('the number formats in the locale of the browser', () => {
  it.each([
    [1_234.5, 'USD', '$1,234.50'],
    [1_234.5, 'EUR', '€1,234.50'],
    [1_234.5, 'BRL', 'R$1,234.50'],
    [15_000, 'JPY', '¥15,000'],
    [15_000, 'CLP', '15,000\u{a0}CLP'],
    [1_234.5, 'MXN', '1,234.50\u{a0}MXN'],
    [1.5, 'KWD', '1.500\u{a0}KWD'],
    [0.000_12, 'BTC', '0.00012000\u{a0}BTC'],
    [20, 'eUSDT', '20.00\u{a0}eUSDT'],
  ] as const)('show %d %s with the decimals of the currency', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  it.each([
    [8.5, 'USD', '+$8.50'],
    [-10, 'USD', '−$10.00'],
    [0, 'USD', '$0.00'],
    [-5_000, 'CLP', '−5,000\u{a0}CLP'],
    [850, 'CLP', '+850\u{a0}CLP'],
  ] as const)('show %d %s as a profit or loss with its sign', (amount, currency, text) => {
    expect(formatSignedMoney(amount, currency)).toBe(text);
  });

  it.each([
    [1_234.5, 'USD', '$1,235'],
    [26_500_000, 'USD', '$26.5M'],
    [15_000, 'CLP', '15,000\u{a0}CLP'],
    [0.001_23, 'BTC', '0.0012\u{a0}BTC'],
  ] as const)('shorten %d %s for axis labels', (amount, currency, text) => {
    expect(formatShortMoney(amount, currency)).toBe(text);
  });

  it('omit zero cents, and format a number for an input field without thousands separators', () => {
    expect(formatTidyMoney(5, 'USD')).toBe('$5');
    expect(formatTidyMoney(0.35, 'USD')).toBe('$0.35');
    expect(formatTidyMoney(5, 'BTC')).toBe('5\u{a0}BTC');
    expect(formatForInput(12_345.5)).toBe('12345.5');
    expect(formatForInput(12_345.5, 2)).toBe('12345.50');
    expect(formatTypedMoney(10, 'USD')).toBe('10');
    expect(formatTypedMoney(10.5, 'USD')).toBe('10.50');
    expect(formatTypedMoney(0.000_12, 'BTC')).toBe('0.00012000');
  });

  it('use the decimal mark of the browser’s language in input fields', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('es-CO');
    vi.resetModules();
    const inColombia = await import('./format.ts');
    vi.restoreAllMocks();
    expect(inColombia.formatForInput(12_345.5)).toBe('12345,5');
    expect(inColombia.formatTypedMoney(10.5, 'USD')).toBe('10,50');
  });

  it('show prices with the decimals of the asset and rates with one decimal', () => {
    expect(formatPrice(1.0857, 5)).toBe('1.08570');
    expect(formatPercent(0.5405)).toBe('54.1 %');
    expect(formatPayout(0.85)).toBe('85 %');
    expect(formatPayout(0.825)).toBe('82.5 %');
  });
});

describe('formatCountdown, for the remaining time of a trade,', () => {
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

describe('formatLongCountdown, for hours and days,', () => {
  it.each([
    [-1, '00:00'],
    [3_599_000, '59:59'],
    [3_599_001, '1:00:00'],
    [74_519_000, '20:41:59'],
  ])('formats %d ms as %s', (leftMs, text) => {
    expect(formatLongCountdown(leftMs)).toBe(text);
  });
});
