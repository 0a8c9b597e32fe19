import type { Currency } from '@vigia/core/money';
import { expect, it } from 'vitest';
import { limitsOf } from '#shared/test/limits.ts';
import { isLooser, type LimitTexts, limitChangesIn, limitFieldText, limitInWords } from './limit-fields.ts';

const { limits } = limitsOf();
const untouched: LimitTexts = {
  max_concurrent_trades: '3',
  max_stake: null,
  daily_loss_limit: null,
  weekly_loss_limit: null,
  daily_trade_limit: null,
  cool_down_losses: null,
  cool_down_minutes: '30',
};
const change = (edits: Partial<LimitTexts>, inForce = limits, currency: Currency = 'USD') =>
  limitChangesIn({ ...untouched, ...edits }, { limits: inForce, book: { scope: 'real', currency } });

it('limitChangesIn returns only the fields that differ from the current limits', () => {
  expect(change({})).toEqual({ ok: true, change: {}, keys: [] });
  expect(change({ daily_loss_limit: '50,50', max_concurrent_trades: '03' })).toEqual({
    ok: true,
    change: { daily_loss_limit: 50.5 },
    keys: ['daily_loss_limit'],
  });
  expect(change({ max_stake: null }, { ...limits, max_stake: 20 })).toEqual({
    ok: true,
    change: { max_stake: null },
    keys: ['max_stake'],
  });
});

it.each([
  ['max_stake', '', 'Escribe un valor o quita el límite.'],
  ['max_stake', '0', /mayor que cero/],
  ['daily_loss_limit', '10.005', /2 decimales/],
  ['weekly_loss_limit', '1e3', /mayor que cero/],
  ['daily_trade_limit', '10001', 'Escribe un número entero de 1 a 10,000.'],
  ['daily_trade_limit', '2.5', /número entero/],
  ['cool_down_losses', '0', 'Escribe un número entero de 1 a 100.'],
  ['cool_down_minutes', '', /número entero/],
  ['max_concurrent_trades', '101', 'Escribe un número entero de 1 a 100.'],
] as const)('limitChangesIn returns why the value of %s is invalid: «%s»', (key, typed, error) => {
  const read = change({ [key]: typed });
  expect(read.ok ? null : read.errors[key]).toMatch(error);
});

it.each([
  ['daily_loss_limit', 50, 60, true],
  ['daily_loss_limit', 50, null, true],
  ['daily_loss_limit', 50, 40, false],
  ['daily_loss_limit', null, 40, false],
  ['cool_down_losses', 3, 4, true],
  ['cool_down_losses', 4, 3, false],
  ['cool_down_minutes', 30, 15, true],
  ['cool_down_minutes', 30, 60, false],
] as const)('isLooser returns whether a change of %s from %s to another value allows more', (key, from, to, looser) => {
  expect(isLooser(key, from, to)).toBe(looser);
});

it.each([
  ['CLP', '5000', true],
  ['CLP', '50,5', false],
  ['KWD', '50,505', true],
  ['BTC', '0.00000001', true],
] as const)('limitChangesIn checks the decimals of an amount in %s: %s', (currency, typed, isAccepted) => {
  const read = change({ daily_loss_limit: typed }, limits, currency);
  expect(read.ok).toBe(isAccepted);
  if (!read.ok) expect(read.errors.daily_loss_limit).toBe('Escribe un monto mayor que cero, sin decimales.');
});

it('limitInWords formats an amount in the given currency', () => {
  expect(limitInWords('max_stake', 15_000, 'CLP')).toBe('15,000\u00a0CLP');
});

it('limitInWords formats a limit with its unit', () => {
  expect(limitInWords('max_stake', 12.5, 'USD')).toBe('$12.50');
  expect(limitInWords('max_stake', null, 'USD')).toBe('Sin límite');
  expect(limitInWords('cool_down_losses', 1, 'USD')).toBe('1 pérdida');
  expect(limitInWords('cool_down_minutes', 45, 'USD')).toBe('45 minutos');
  expect(limitInWords('daily_trade_limit', 20, 'USD')).toBe('20 por día');
  expect(limitFieldText(12.5, 'USD')).toBe('12.50');
});
