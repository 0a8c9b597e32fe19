import { minorUnits } from '@vigia/core/kernel';
import { expect, it, test } from 'vitest';
import { amountText, readAmount, stepAmount, ticketOdds } from './ticket-maths.ts';

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
  expect(readAmount(text, LIMITS)).toEqual({ kind: 'amount', amountMinor });
});

test.each([
  ['0.99', 'Monto mínimo: $1'],
  ['500.01', 'Monto máximo: $500'],
  ['10.555', 'Usa dos decimales como máximo y ningún separador de miles.'],
  ['1,000', 'Usa dos decimales como máximo y ningún separador de miles.'],
  ['', 'Escribe el monto en cifras, por ejemplo 10.50'],
  ['-5', 'Escribe el monto en cifras, por ejemplo 10.50'],
  ['1e3', 'Escribe el monto en cifras, por ejemplo 10.50'],
])('readAmount refuses %j in words: %s', (text, message) => {
  expect(readAmount(text, LIMITS)).toEqual({ kind: 'fault', message });
});

it('readAmount accepts an amount before the limits of the asset are known', () => {
  expect(readAmount('9999', null)).toEqual({ kind: 'amount', amountMinor: 999_900 });
});

it('ticketOdds computes the return, the amount at risk and the break-even of the payout', () => {
  expect(ticketOdds(minorUnits(1_000), 0.85)).toEqual({ stake: 10, profit: 8.5, receive: 18.5, breakEven: 1 / 1.85 });
});

it('ticketOdds rounds the profit half to even, as the settlement does', () => {
  expect(ticketOdds(minorUnits(105), 0.9)?.profit).toBe(0.94);
  expect(ticketOdds(minorUnits(115), 0.9)?.profit).toBe(1.04);
});

it('ticketOdds has no break-even without a payout', () => {
  expect(ticketOdds(minorUnits(1_000), 0)).toBeNull();
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
] as const)('stepAmount steps %i cents by %i to %i', (amountMinor, direction, stepped) => {
  expect(stepAmount(amountMinor, direction, LIMITS)).toBe(stepped);
});

it('amountText formats whole amounts without decimals and others with two', () => {
  expect([amountText(1_000), amountText(1_050)]).toEqual(['10', '10.50']);
});
