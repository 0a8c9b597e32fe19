import { expect, it } from 'vitest';
import { strategyOf } from '../testing.ts';
import { type FormValues, readForm, readRules, toInput, toValues, withType } from './form-values.ts';

const RSI: FormValues = { ...toValues(null), name: 'RSI extremos' };
const withNumbers = (numbers: Record<string, string>): FormValues => ({
  ...RSI,
  numbers: { ...RSI.numbers, ...numbers },
});

it('the strategy form starts with the defaults of the type, inactive and without automatic trading', () => {
  expect(readForm(RSI)).toEqual({
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
  const reading = readForm(toValues(toInput(strategy)));
  expect(reading).toEqual({ kind: 'ready', body: toInput(strategy) });
});

it('the strategy form loads the defaults of another type, and keeps the stake', () => {
  const macd = withType(withNumbers({ trade_amount: '25', duration: '3' }), 'macd');
  const crossing = withType({ ...macd, numbers: { ...macd.numbers, fast: '99' } }, 'moving_average');
  expect(crossing.numbers).toEqual({ fast: '10', slow: '30', trade_amount: '25', duration: '3' });
});

it.each([
  [{ rsi_period: '1' }, 'parameters.rsi_period', 'De 2 a 500, sin decimales.'],
  [{ rsi_period: '14.5' }, 'parameters.rsi_period', 'De 2 a 500, sin decimales.'],
  [{ oversold: '' }, 'parameters.oversold', 'De 1 a 99.'],
  [{ oversold: '80' }, 'parameters.oversold', 'La sobreventa debe quedar por debajo de la sobrecompra.'],
  [{ trade_amount: '10.005' }, 'parameters.trade_amount', 'Usa dos decimales como máximo.'],
])('the strategy form says what is wrong with %j under its field', (numbers, path, fault) => {
  const reading = readForm(withNumbers(numbers));
  expect(reading.kind === 'faults' && reading.faults).toEqual({ [path]: fault });
});

it.each([
  ['0.5', 'Monto mínimo: $1'],
  ['6000', 'Monto máximo: $5000'],
])('the strategy form compares a stake of %s with the limits of its asset', (trade_amount, fault) => {
  const reading = readForm(withNumbers({ trade_amount }), { min_trade_amount: 1, max_trade_amount: 5_000 });
  expect(reading.kind === 'faults' && reading.faults).toEqual({ 'parameters.trade_amount': fault });
});

it('the strategy form requires a name', () => {
  expect(readForm({ ...RSI, name: '  ' })).toMatchObject({ kind: 'faults', faults: { name: 'Ponle un nombre.' } });
});

it('the strategy form previews rules without a name, but not with an invalid number', () => {
  expect(readRules({ ...RSI, name: '' })).toMatchObject({ type: 'rsi', parameters: { rsi_period: 14 } });
  expect(readRules(withNumbers({ rsi_period: 'x' }))).toBeNull();
  expect(readRules(withNumbers({ oversold: '80' }))).toBeNull();
});
