import { StrategyBody } from '@vigia/contract';
import { OPEN_GATES, PRESET_TYPES } from '@vigia/core/strategy-definitions';
import { lengthField, minutesLong, secondsLong, ticksLong } from '@vigia/core/trades';
import type { Currency } from '@vigia/core/vocabulary';
import { expect, it } from 'vitest';
import { rulesInWords } from '../model/describe.ts';
import { strategyOf } from '../testing.ts';
import {
  type FormValues,
  type ParsedForm,
  parseForm,
  parseRules,
  presetAsOwnRules,
  rangesOf,
  remainingErrors,
  shownTradeLength,
  toFormValues,
  toInput,
  withStrategyType,
  withTradeLength,
} from './form-values.ts';
import { parameterLabel } from './parameter-words.ts';
import { type StakeRange } from './stake-range.ts';

function found(reading: ParsedForm) {
  if (reading.kind !== 'ready') throw new Error(JSON.stringify(reading.faults));
  return reading;
}
const RSI: FormValues = { ...toFormValues(null), name: 'RSI extremos' };
const USD: StakeRange = { currency: 'USD', limits: null };
const withNumbers = (numbers: Record<string, string>): FormValues => ({
  ...RSI,
  numbers: { ...RSI.numbers, ...numbers },
});

it('the strategy form starts with the defaults of the first type, inactive and without automatic trading', () => {
  expect(parseForm(RSI, USD)).toEqual({
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

it('the strategy form shows a saved strategy without any change', () => {
  const strategy = strategyOf({ status: 'paused', description: 'de día', auto_trade: true });
  const reading = parseForm(toFormValues(toInput(strategy)), USD);
  expect(reading).toEqual({ kind: 'ready', body: toInput(strategy) });
});

it.each([
  ['seconds', { duration: null, duration_seconds: 15, duration_ticks: null }, secondsLong(15)],
  ['ticks', { duration: null, duration_seconds: null, duration_ticks: 5 }, ticksLong(5)],
])(
  'the strategy form keeps a trade duration in %s, and ignores the text in the field for minutes',
  (_unit, stored, length) => {
    const view = strategyOf({ parameters: { ...strategyOf().parameters, ...stored } });
    const values = toFormValues(toInput(view));
    expect(shownTradeLength(values)).toEqual(length);
    const reading = parseForm({ ...values, numbers: { ...values.numbers, duration: 'x' } }, USD);
    if (reading.kind !== 'ready') throw new Error(JSON.stringify(reading.faults));
    expect(reading.body.parameters).toMatchObject(lengthField(length));
    expect(reading.body.parameters).not.toHaveProperty('duration');
    const inMinutes = parseForm({ ...values, ...withTradeLength(values, minutesLong(3)) }, USD);
    expect(inMinutes).toMatchObject({ kind: 'ready', body: { parameters: { duration: 3 } } });
  },
);

it('the strategy form loads the defaults of a newly chosen type, and keeps the stake and the duration', () => {
  const macd = withStrategyType(withNumbers({ trade_amount: '25', duration: '3' }), 'macd');
  const crossing = withStrategyType({ ...macd, numbers: { ...macd.numbers, fast: '99' } }, 'moving_average');
  expect(crossing.numbers).toEqual({ fast: '10', slow: '30', trade_amount: '25', duration: '3' });
});

it.each([
  [{ rsi_period: '1' }, 'parameters.rsi_period', 'De 2 a 500, sin decimales.'],
  [{ rsi_period: '14.5' }, 'parameters.rsi_period', 'De 2 a 500, sin decimales.'],
  [{ oversold: '' }, 'parameters.oversold', 'De 1 a 99.'],
  [{ oversold: '80' }, 'parameters.oversold', 'La sobreventa debe quedar por debajo de la sobrecompra.'],
  [{ trade_amount: '10.005' }, 'parameters.trade_amount', 'USD tiene 2 decimales como máximo.'],
  [{ trade_amount: '0' }, 'parameters.trade_amount', 'Desde $0.01.'],
])('the strategy form shows below the field why %j is invalid', (numbers, path, fault) => {
  const reading = parseForm(withNumbers(numbers), USD);
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
  'the strategy form refuses a stake in %s of %s that breaks the limits or the decimals of its account',
  (currency, stake, fault) => {
    const limits = { min: 1, max: 5_000 };
    const reading = parseForm(withNumbers({ trade_amount: stake }), { currency, limits });
    expect(reading.kind === 'faults' && reading.faults).toEqual({ 'parameters.trade_amount': fault });
  },
);

it.each<[Currency, string]>([
  ['CLP', '15000'],
  ['KWD', '1.125'],
  ['BTC', '0.00012345'],
  ['VND', '250000000'],
])('the strategy form accepts a stake in %s of %s', (currency, stake) => {
  const reading = parseForm(withNumbers({ trade_amount: stake }), { currency, limits: null });
  expect(reading).toMatchObject({ kind: 'ready', body: { parameters: { trade_amount: Number(stake) } } });
});

it.each(PRESET_TYPES)(
  'the strategy form offers the type %s with its defaults, a label of each field and a preview',
  (type) => {
    const values = { ...withStrategyType(RSI, type), name: 'A' };
    const { body } = found(parseForm(values, USD));
    expect(body).toEqual(StrategyBody.parse({ name: 'A', type, parameters: { duration: 5 } }));
    expect(parseForm(toFormValues(body), USD)).toEqual({ kind: 'ready', body });
    const names = [...rangesOf(type).map(([name]) => name), ...Object.keys(values.choices)];
    expect(names.filter((name) => parameterLabel(type, name) === name)).toEqual([]);
    expect(parseRules(values)).toMatchObject({ type });
    expect(rulesInWords(type, StrategyBody.parse({ name: 'A', type }).parameters)).not.toContain('undefined');
  },
);

it('the strategy form converts a preset to own rules that give the same signals', () => {
  const opened = presetAsOwnRules({
    ...withNumbers({ rsi_period: '7', oversold: '25' }),
    shortLength: secondsLong(15),
  });
  expect(opened).toMatchObject({ type: 'custom', name: 'RSI extremos', shortLength: secondsLong(15) });
  expect(opened && parseRules(opened)).toMatchObject({
    type: 'custom',
    parameters: {
      call: { conditions: [{ test: 'crosses_above', left: { of: 'rsi', period: 7 }, right: { value: 25 } }] },
    },
  });
  expect(presetAsOwnRules(withNumbers({ rsi_period: 'x' }))).toBeNull();
});

it('the strategy form shows saved own rules and gates without any change, and refuses an invalid number', () => {
  const gates = { ...OPEN_GATES, cooldown_candles: 3, days: [1, 2] as const };
  const values: FormValues = { ...withStrategyType(RSI, 'custom'), gates };
  const { body } = found(parseForm(values, USD));
  expect(parseForm(toFormValues(body), USD)).toEqual({ kind: 'ready', body });
  expect(body.parameters).toMatchObject({ gates });
  const call = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: NaN }] } as const;
  expect(parseForm({ ...values, own: { call, put: null } }, USD)).toEqual({
    kind: 'faults',
    faults: { 'parameters.call.conditions.0.candles': 'Debe ser un número.' },
  });
  expect(parseForm({ ...values, own: { call: null, put: null } }, USD)).toMatchObject({
    faults: { 'parameters.call': 'Escribe al menos una condición, para CALL o para PUT.' },
  });
});

it('the strategy form requires a name', () => {
  expect(parseForm({ ...RSI, name: '  ' }, USD)).toMatchObject({
    kind: 'faults',
    faults: { name: 'Ponle un nombre.' },
  });
});

it('the strategy form previews rules without a name, but not rules with an invalid number', () => {
  expect(parseRules({ ...RSI, name: '' })).toMatchObject({ type: 'rsi', parameters: { rsi_period: 14 } });
  expect(parseRules(withNumbers({ rsi_period: 'x' }))).toBeNull();
  expect(parseRules(withNumbers({ oversold: '80' }))).toBeNull();
});

it('the strategy form removes the message of a corrected field, and adds no new message', () => {
  const wrong = { ...withNumbers({ rsi_period: '1' }), name: '' };
  const reading = parseForm(wrong, USD);
  const shown = reading.kind === 'faults' ? reading.faults : {};
  expect(Object.keys(shown).toSorted()).toEqual(['name', 'parameters.rsi_period']);
  expect(Object.keys(remainingErrors(shown, { ...wrong, name: 'A' }, USD))).toEqual(['parameters.rsi_period']);
  const { name: _name, ...numbers } = shown;
  expect(Object.keys(remainingErrors(numbers, wrong, USD))).toEqual(['parameters.rsi_period']);
});

it('the strategy form shows a saved stake plan, and asks for no amount if the stake is a percentage', () => {
  const martingale: FormValues = { ...RSI, stakePlan: { plan: 'martingale', multiplier: 2, steps: 3 } };
  const { body } = found(parseForm(martingale, USD));
  expect(body.parameters.stake_plan).toEqual(martingale.stakePlan);
  expect(toFormValues(body).stakePlan).toEqual(martingale.stakePlan);
  const percent: FormValues = { ...withNumbers({ trade_amount: 'x' }), stakePlan: { plan: 'percent', percent: 1.5 } };
  expect(found(parseForm(percent, USD)).body.parameters.stake_plan).toEqual(percent.stakePlan);
  const typed = parseForm({ ...martingale, stakePlan: { plan: 'martingale', multiplier: NaN, steps: 3 } }, USD);
  expect(typed.kind === 'faults' && Object.keys(typed.faults)).toEqual(['parameters.stake_plan.multiplier']);
});
