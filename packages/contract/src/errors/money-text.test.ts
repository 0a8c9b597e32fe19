import { describe, expect, it } from 'vitest';
import { moneyText, plainMoneyText } from './money-text.ts';

describe('moneyText', () => {
  it.each([
    [1_234.5, 'USD', '$1,234.50'],
    [1_234.5, 'EUR', '1,234.50 EUR'],
    [15_000, 'CLP', '15,000 CLP'],
    [1.5, 'KWD', '1.500 KWD'],
    [0.000_12, 'BTC', '0.00012000 BTC'],
  ] as const)('writes %d %s with the decimals of the currency', (amount, currency, text) =>
    expect(moneyText(amount, currency)).toBe(text),
  );
});

describe('plainMoneyText', () => {
  it.each([
    [1, 'USD', '$1'],
    [1.5, 'USD', '$1.5'],
    [5_000, 'USD', '$5000'],
    [1_500, 'CLP', '1500 CLP'],
    [0.000_001, 'BTC', '0.000001 BTC'],
  ] as const)('writes %d %s without trailing zeros', (amount, currency, text) =>
    expect(plainMoneyText(amount, currency)).toBe(text),
  );
});
