import { minorUnits } from '@vigia/core/kernel';
import { expect, it, test } from 'vitest';
import { amountText, quickAmounts, readAmount, stakeOutcome, stepAmount } from './ticket-maths.ts';

const LIMITS = { minimum: 1, maximum: 500 };

test.each([
  ['10', 1_000],
  ['10.5', 1_050],
  ['10,50', 1_050],
  [' $25.00 ', 2_500],
  ['1', 100],
  ['500', 50_000],
  ['7.', 700],
])('readAmount parses %j as %i cents', (text, amountMinor) => {
  expect(readAmount(text, LIMITS, 'USD')).toEqual({ kind: 'amount', amountMinor });
});

test.each([
  ['0.99', 'Monto mínimo: $1'],
  ['500.01', 'Monto máximo: $500'],
  ['10.555', 'Usa dos decimales como máximo y ningún separador de miles.'],
  ['1,000', 'Usa dos decimales como máximo y ningún separador de miles.'],
  ['', 'Escribe el monto en cifras, por ejemplo 10.50'],
  ['-5', 'Escribe el monto en cifras, por ejemplo 10.50'],
  ['1e3', 'Escribe el monto en cifras, por ejemplo 10.50'],
])('readAmount rejects %j with the message: %s', (text, message) => {
  expect(readAmount(text, LIMITS, 'USD')).toEqual({ kind: 'fault', message });
});

it('readAmount accepts an amount before the limits of the asset are known', () => {
  expect(readAmount('9999', null, 'USD')).toEqual({ kind: 'amount', amountMinor: 999_900 });
});

it('stakeOutcome computes the return, the amount at risk and the break-even rate of the payout', () => {
  expect(stakeOutcome(minorUnits(1_000), 0.85, 'USD')).toEqual({
    stake: 10,
    profit: 8.5,
    receive: 18.5,
    breakEven: 1 / 1.85,
  });
});

it('stakeOutcome rounds the profit half to even, as the settlement does', () => {
  expect(stakeOutcome(minorUnits(105), 0.9, 'USD')?.profit).toBe(0.94);
  expect(stakeOutcome(minorUnits(115), 0.9, 'USD')?.profit).toBe(1.04);
});

it('stakeOutcome has no break-even without a payout', () => {
  expect(stakeOutcome(minorUnits(1_000), 0, 'USD')).toBeNull();
});

test.each([
  [1_000, 1, 1_100],
  [2_000, 1, 2_500],
  [2_000, -1, 1_900],
  [10_000, 1, 11_000],
  [10_000, -1, 9_500],
  [1_050, 1, 1_100],
  [1_050, -1, 1_000],
  [50_000, 1, 50_000],
  [100, -1, 100],
] as const)(
  'stepAmount changes %i cents by %i step to a round amount within the limits',
  (amountMinor, direction, stepped) => {
    expect(stepAmount(amountMinor, direction, LIMITS, 'USD')).toBe(stepped);
  },
);

it('amountText formats whole amounts without decimals and others with two', () => {
  expect([amountText(minorUnits(1_000), 'USD'), amountText(minorUnits(1_050), 'USD')]).toEqual(['10', '10.50']);
});

const PESOS = { minimum: 1_000, maximum: 2_000_000 };
const BITCOINS = { minimum: 0.0001, maximum: 1 };

test.each([
  ['15000', PESOS, 'CLP', 15_000],
  ['0.00015', BITCOINS, 'BTC', 15_000],
  ['1,5', null, 'KWD', 1_500],
] as const)(
  'readAmount parses %j with the decimals of the account’s currency',
  (text, limits, currency, amountMinor) => {
    expect(readAmount(text, limits, currency)).toEqual({ kind: 'amount', amountMinor });
  },
);

test.each([
  ['15000.5', 'Escribe un monto sin decimales ni separador de miles.'],
  ['15.000', 'Escribe un monto sin decimales ni separador de miles.'],
  ['500', 'Monto mínimo: 1000 CLP'],
] as const)('readAmount rejects %j pesos with the message: %s', (text, message) => {
  expect(readAmount(text, PESOS, 'CLP')).toEqual({ kind: 'fault', message });
});

it('stepAmount and quickAmounts return multiples of 1, or of the power of ten of the minimum stake', () => {
  expect(quickAmounts(LIMITS, 'USD')).toEqual([500, 1_000, 2_500, 5_000]);
  expect(quickAmounts(PESOS, 'CLP')).toEqual([5_000, 10_000, 25_000, 50_000]);
  expect(quickAmounts(BITCOINS, 'BTC')).toEqual([50_000, 100_000, 250_000, 500_000]);
  expect(stepAmount(15_000, 1, PESOS, 'CLP')).toBe(16_000);
  expect(stepAmount(1_000, -1, PESOS, 'CLP')).toBe(1_000);
  expect(stepAmount(10_000, 1, BITCOINS, 'BTC')).toBe(20_000);
});

it('stakeOutcome returns whole pesos for a stake in pesos', () => {
  expect(stakeOutcome(minorUnits(1_050), 0.85, 'CLP')).toMatchObject({ stake: 1_050, profit: 892, receive: 1_942 });
});
