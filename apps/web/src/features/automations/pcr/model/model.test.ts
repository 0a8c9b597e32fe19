import { minutesLong, secondsLong, ticksLong } from '@vigia/core/trades';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { setupOf } from '../testing.ts';
import { criterionLimit, criterionValue, filterText, moneySummary } from './describe.ts';
import { draftFromLibrary, draftOfSetup, isUnchanged, newDraft } from './draft.ts';
import { editorStepOf, errorAtPath, fieldErrorsOf } from './field-errors.ts';
import { previewCandlePages } from './preview-base.ts';
import { SWEPT_NUMBERS } from './swept-numbers.ts';

describe('the draft of a setup', () => {
  it('starts with the defaults: inactive, without automatic trading, with a fixed stake', () => {
    expect(newDraft('Nuevo', 'EURUSD')).toMatchObject({
      is_active: false,
      auto_trade: false,
      moneyManagement: { betType: 'fixed', fixedAmount: 10 },
      riskControl: { maxDailyOperations: 'all', dailyLossLimit: null, resetTime: 'daily' },
    });
  });

  it('contains the fields that the user can change, and none of the fields that the server adds', () => {
    const draft = draftOfSetup(setupOf({ name: 'Londres', expiry: 15 }));
    expect(draft).toMatchObject({ name: 'Londres', asset: 'EURUSD', expiry: 15 });
    expect(Object.keys(draft)).not.toContain('version');
  });

  it('is inactive and does not trade automatically if it comes from the library', () => {
    const draft = draftFromLibrary({ is_active: true, auto_trade: true, expiry: 3 }, 'Zona ancha', 'BTCUSD');
    expect(draft).toMatchObject({ is_active: false, auto_trade: false, expiry: 3, asset: 'BTCUSD' });
  });

  it('is unchanged if only the active switch differs', () => {
    const saved = draftOfSetup(setupOf());
    expect(isUnchanged({ ...saved, is_active: true }, saved)).toBe(true);
    expect(isUnchanged({ ...saved, expiry: 6 }, saved)).toBe(false);
  });

  it('contains the current value of each number that a sweep can vary', () => {
    const draft = draftOfSetup(setupOf({ expiry: 7 }));
    expect(SWEPT_NUMBERS.map(({ path, read }) => [path, read(draft)])).toContainEqual(['expiry', 7]);
    expect(SWEPT_NUMBERS.map(({ path, read }) => [path, read(draft)])).toContainEqual([
      'patterns.zone.maxAgeCandles',
      30,
    ]);
  });
});

describe('an error that the server reports for a setup', () => {
  const refused = new ApiFailure(
    {
      kind: 'refused',
      status: 422,
      code: 'setup_invalid',
      details: [{ path: 'patterns.zone.maxAgeCandles', message: 'De 1 a 1000.' }],
    },
    'No es válido.',
  );

  it('is shown at the invalid field, in the step of the editor that contains the field', () => {
    const errors = fieldErrorsOf(refused);
    expect(errorAtPath(errors, 'patterns.zone.maxAgeCandles')).toBe('De 1 a 1000.');
    expect(errorAtPath(errors, 'patterns.minLength')).toBeUndefined();
    expect(fieldErrorsOf(new Error('anything else'))).toEqual({});
  });

  it('names other fields by their labels on the screen instead of their keys', () => {
    const details = [{ path: 'patterns.minLength', message: 'No puede superar a «maxLength», que es 9.' }];
    const above = new ApiFailure({ kind: 'refused', status: 422, code: 'setup_invalid', details }, 'No es válido.');
    expect(fieldErrorsOf(above)).toEqual({ 'patterns.minLength': 'No puede superar a «Longitud máxima», que es 9.' });
  });

  it.each([
    ['patterns.zone.maxAgeCandles', 'zone'],
    ['patterns.minLength', 'sequence'],
    ['filters[0].period', 'filters'],
    ['candleTypes.types[1]', 'filters'],
    ['entryPoints', 'entry'],
    ['expiry', 'entry'],
    ['moneyManagement.percent', 'money'],
    ['riskControl.dailyLossLimit', 'money'],
    ['name', null],
  ])('belongs to the step of the editor with its field: %s → %s', (path, step) =>
    expect(editorStepOf(path)).toBe(step),
  );
});

describe('the candles that decide outcomes in a preview', () => {
  it('have the timeframe of the setup if its expiry is a multiple of the timeframe', () => {
    expect(previewCandlePages('5m', minutesLong(15))).toEqual({
      candles: 900,
      base: { timeframe: '5m', candles: 900 },
    });
  });
  it('have the largest timeframe below the setup’s that divides the expiry, if the setup’s own does not divide it', () => {
    expect(previewCandlePages('5m', minutesLong(7)).base).toEqual({ timeframe: '1m', candles: 2_500 });
    expect(previewCandlePages('1h', minutesLong(45)).base).toEqual({ timeframe: '15m', candles: 2_000 });
  });
  it('have the shortest timeframe if no candles can decide a trade of this duration', () => {
    for (const length of [secondsLong(15), ticksLong(5)])
      expect(previewCandlePages('5m', length).base).toEqual({ timeframe: '1m', candles: 2_500 });
  });
  it('are at most as many as the server returns in one response', () => {
    expect(previewCandlePages('1d', minutesLong(1)).base).toEqual({ timeframe: '1m', candles: 5_000 });
  });
});

describe('filterText, the text about a filter,', () => {
  const say = (filter: Parameters<typeof filterText>[0], direction: 'CALL' | 'PUT' = 'PUT') =>
    filterText(filter, direction, 5);
  it('returns the measured value of a filter and its limit', () => {
    expect(say({ filter: 'rsi', passed: true, value: 62.81, limit: 55 })).toBe('RSI 62.8 (mín. 55)');
    expect(say({ filter: 'rsi', passed: true, value: 26.8, limit: 45 }, 'CALL')).toBe('RSI 26.8 (máx. 45)');
    expect(say({ filter: 'payout', passed: true, value: 0.85, limit: 0.8 })).toBe('Pago 85 % (mín. 80 %)');
    expect(say({ filter: 'hours', passed: false, value: '06:10', limit: '07:00-17:00' })).toBe(
      'Horario 06:10 (07:00-17:00)',
    );
    expect(say({ filter: 'trend', passed: true, value: 1.08571, limit: 1.0856 })).toBe(
      'Tendencia 1.08571 (EMA 1.08560)',
    );
    expect(say({ filter: 'volatility', passed: true, value: 0.05, limit: [0.02, null] })).toBe(
      'Volatilidad 0.05 % (mín. 0.02)',
    );
    expect(say({ filter: 'candleTypes', passed: false, value: 'doji', limit: ['martillo'] })).toBe(
      'Vela Doji (Martillo)',
    );
  });
  it('returns a text for an unknown measured value', () => {
    expect(say({ filter: 'payout', passed: false, value: null, limit: 0.8 })).toBe('Pago sin dato (mín. 80 %)');
  });
});

it('criterionValue and criterionLimit format each criterion in its own unit', () => {
  expect(criterionValue('length', 4)).toBe('4 velas');
  expect(criterionValue('displacement', 3.164)).toBe('3.16 ATR');
  expect(criterionLimit('length', [3, 9])).toBe('de 3 a 9');
  expect(criterionLimit('break', 0.5)).toBe('mín. 0.5');
  const prices = { decimals: 5, color: 'green' } as const;
  expect(criterionValue('break', 1.0855, prices)).toBe('1.08550');
  expect(criterionLimit('break', 1.0857, prices)).toBe('máx. 1.08570');
  expect(criterionLimit('efficiency', null, prices)).toBe('');
});

it('moneySummary contains the stake and the limits of a setup', () => {
  const { riskControl } = newDraft('x', 'EURUSD');
  expect(moneySummary({ betType: 'fixed', fixedAmount: 10 }, { ...riskControl, dailyLossLimit: 30 }, 'USD')).toBe(
    '$10.00 fijos · máx. $30.00 por día',
  );
  expect(moneySummary({ betType: 'percent', percent: 1.5 }, riskControl, 'USD')).toBe(
    '1.5 % del saldo · sin límite propio',
  );
});
