import type { Currency } from '@vigia/core/vocabulary';
import { expect, it } from 'vitest';
import { strategyOf } from '../testing.ts';
import { type FormValues, readForm, readRules, type StakeRange, toInput, toValues, withType } from './form-values.ts';

const RSI: FormValues = { ...toValues(null), name: 'RSI extremos' };
const USD: StakeRange = { currency: 'USD', limits: null };
const withNumbers = (numbers: Record<string, string>): FormValues => ({
  ...RSI,
  numbers: { ...RSI.numbers, ...numbers },
});

it('the strategy form starts with the defaults of the type, inactive and without automatic trading', () => {
  expect(readForm(RSI, USD)).toEqual({
    kind: 'ready',
    body: {
      name: 'RSI extremos',
      description: null,
      type: 'rsi',
      asset: 'EURUSD',
      timeframe: '5m',
      auto_trade: false,
      status: 'inactive',
      parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 },
    },
  });
});

it('the strategy form restores a strategy unchanged', () => {
  const strategy = strategyOf({ status: 'paused', description: 'de día', auto_trade: true });
  const reading = readForm(toValues(toInput(strategy)), USD);
  expect(reading).toEqual({ kind: 'ready', body: toInput(strategy) });
});

it('the strategy form loads the defaults of a newly chosen type, and keeps the stake and the duration', () => {
  const macd = withType(withNumbers({ trade_amount: '25', duration: '3' }), 'macd');
  const crossing = withType({ ...macd, numbers: { ...macd.numbers, fast: '99' } }, 'moving_average');
  expect(crossing.numbers).toEqual({ fast: '10', slow: '30', trade_amount: '25', duration: '3' });
});

it.each([
  [{ rsi_period: '1' }, 'parameters.rsi_period', 'De 2 a 500, sin decimales.'],
  [{ rsi_period: '14.5' }, 'parameters.rsi_period', 'De 2 a 500, sin decimales.'],
  [{ oversold: '' }, 'parameters.oversold', 'De 1 a 99.'],
  [{ oversold: '80' }, 'parameters.oversold', 'La sobreventa debe quedar por debajo de la sobrecompra.'],
  [{ trade_amount: '10.005' }, 'parameters.trade_amount', 'USD tiene 2 decimales como máximo.'],
  [{ trade_amount: '0' }, 'parameters.trade_amount', 'Desde $0.01.'],
])('the strategy form shows under the field why %j is invalid', (numbers, path, fault) => {
  const reading = readForm(withNumbers(numbers), USD);
  expect(reading.kind === 'faults' && reading.faults).toEqual({ [path]: fault });
});

it.each<[Currency, string, string]>([
  ['USD', '0.5', 'Monto mínimo: $1'],
  ['USD', '6000', 'Monto máximo: $5000'],
  ['CLP', '0', 'De 1\u{a0}CLP a 5,000\u{a0}CLP.'],
  ['CLP', '10.5', 'CLP no tiene decimales.'],
  ['CLP', '6000', 'Monto máximo: 5000 CLP'],
  ['KWD', '1.0005', 'KWD tiene 3 decimales como máximo.'],
  ['BTC', '0.5', 'Monto mínimo: 1 BTC'],
])(
  'the strategy form refuses a stake in %s of %s outside the limits and decimals of its account',
  (currency, stake, fault) => {
    const limits = { min: 1, max: 5_000 };
    const reading = readForm(withNumbers({ trade_amount: stake }), { currency, limits });
    expect(reading.kind === 'faults' && reading.faults).toEqual({ 'parameters.trade_amount': fault });
  },
);

it.each<[Currency, string]>([
  ['CLP', '15000'],
  ['KWD', '1.125'],
  ['BTC', '0.00012345'],
  ['VND', '250000000'],
])('the strategy form accepts a stake in %s of %s', (currency, stake) => {
  const reading = readForm(withNumbers({ trade_amount: stake }), { currency, limits: null });
  expect(reading).toMatchObject({ kind: 'ready', body: { parameters: { trade_amount: Number(stake) } } });
});

it('the strategy form requires a name', () => {
  expect(readForm({ ...RSI, name: '  ' }, USD)).toMatchObject({ kind: 'faults', faults: { name: 'Ponle un nombre.' } });
});

it('the strategy form previews rules without a name, but not with an invalid number', () => {
  expect(readRules({ ...RSI, name: '' })).toMatchObject({ type: 'rsi', parameters: { rsi_period: 14 } });
  expect(readRules(withNumbers({ rsi_period: 'x' }))).toBeNull();
  expect(readRules(withNumbers({ oversold: '80' }))).toBeNull();
});
