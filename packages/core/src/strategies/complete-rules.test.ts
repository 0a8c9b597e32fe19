import { describe, expect, it } from 'vitest';
import {
  areGatesOpen,
  areWithinRanges,
  type CheckedParameters,
  completeRules,
  definitionOf,
  type Gates,
  OPEN_GATES,
  PRESET_TYPES,
  type StrategyType,
  signalRulesKey,
} from './definitions.ts';

describe('complete rules', () => {
  it.each(PRESET_TYPES)('have every default of the type %s', (type) => {
    const { numbers, choices } = definitionOf(type);
    const defaults = Object.entries(numbers).map(([name, range]) => [name, range.default]);
    const words = Object.entries(choices).map(([name, [first]]) => [name, first]);
    expect(completeRules(type)).toEqual({
      type,
      parameters: Object.fromEntries([...defaults, ['duration', 5], ...words]),
    });
  });

  it('keep given parameters, in the order of the definition', () => {
    const given = { duration: 15, ma_type: 'sma', slow: 9, fast: 5, trade_amount: 2.5 };
    const { parameters } = completeRules('moving_average', given);
    expect(parameters).toEqual(given);
    expect(Object.keys(parameters)).toEqual(['fast', 'slow', 'trade_amount', 'duration', 'ma_type']);
  });

  it.each([
    [{ duration_seconds: 15 }, { duration_seconds: 15 }],
    [{ duration: null, duration_seconds: null, duration_ticks: 5 }, { duration_ticks: 5 }],
    [{ duration_seconds: 300 }, { duration: 5 }],
  ])('keep the duration %o in one field', (given, kept) => {
    const { duration: _standard, ...rest } = Object(completeRules('macd').parameters);
    expect(completeRules('macd', given).parameters).toEqual({ ...rest, ...kept });
  });

  it('omit gates that refuse nothing, and contain null for a direction without rules', () => {
    expect(completeRules('rsi', { gates: OPEN_GATES }).parameters).not.toHaveProperty('gates');
    const gates = { ...OPEN_GATES, cooldown_candles: 3 };
    expect(completeRules('rsi', { gates }).parameters).toMatchObject({ gates });
    expect(completeRules('custom').parameters).toMatchObject({ call: null, put: null });
  });
});

describe('complete rules with optional parts', () => {
  it('keep the days of their gates from Monday to Sunday, in whatever order they were given', () => {
    const gates: Gates = { ...OPEN_GATES, days: [5, 1, 7, 3] };
    expect(completeRules('rsi', { gates }).parameters.gates).toEqual({ ...OPEN_GATES, days: [1, 3, 5, 7] });
  });

  it('keep limits only if one is set', () => {
    const unset = { daily_operations: null, daily_loss: null, daily_profit: null, auto_reset: false };
    const limits = { ...unset, daily_loss: 20 };
    expect(completeRules('rsi', { limits }).parameters).toMatchObject({ limits });
    expect(completeRules('rsi', { limits: unset }).parameters).not.toHaveProperty('limits');
  });

  it('keep the conditions that the user wrote for each direction', () => {
    const call = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 1 }] };
    const put = { join: 'all', conditions: [{ test: 'shape', shape: 'red', candles: 1 }] };
    expect(completeRules('custom', { call, put }).parameters).toMatchObject({ call, put });
  });

  it('have only stake and duration for signals from outside', () => {
    expect(completeRules('external').parameters).toEqual({ trade_amount: 10, duration: 5 });
  });

  it('use the exponential average unless the simple one is named', () => {
    expect(definitionOf('moving_average').choices).toEqual({ ma_type: ['ema', 'sma'] });
    expect(completeRules('moving_average').parameters).toMatchObject({ ma_type: 'ema' });
  });
});

it.each<[Partial<Gates>, boolean]>([
  [{}, true],
  [{ time_zone: 'Asia/Tokyo' }, true],
  [{ hours: { from: '09:00', to: '17:00' } }, false],
  [{ days: [1, 2, 3, 4, 5] }, false],
  [{ cooldown_candles: 1 }, false],
  [{ payout_min: 0.8 }, false],
])('gates with only %j refuse nothing: %s', (changed, isOpen) => {
  expect(areGatesOpen({ ...OPEN_GATES, ...changed })).toBe(isOpen);
});

describe('the numbers of a variant', () => {
  it.each<[StrategyType, object, boolean]>([
    ['rsi', {}, true],
    ['rsi', { rsi_period: 500 }, true],
    ['rsi', { rsi_period: 501 }, false],
    ['rsi', { rsi_period: 14.5 }, false],
    ['rsi', { oversold: 70, overbought: 70 }, false],
    ['rsi', { oversold: 1 }, true],
    ['rsi', { oversold: 0.9 }, false],
    ['macd', {}, true],
    ['macd', { fast: 25 }, true],
    ['macd', { fast: 26 }, false],
    ['macd', { fast: 30 }, false],
    ['moving_average', {}, true],
    ['moving_average', { fast: 29 }, true],
    ['moving_average', { fast: 30 }, false],
    ['stochastic', {}, true],
    ['stochastic', { oversold: 79.9 }, true],
    ['stochastic', { oversold: 80 }, false],
    ['bollinger', { std_dev: 0 }, false],
    ['bollinger', { duration: 2.5 }, false],
    ['bollinger', { duration: 1_441 }, false],
    ['bollinger', { duration: 1_440 }, true],
  ])('are within their ranges for the type %s with %j: %s', (type, changed, isValid) => {
    const { parameters } = completeRules(type);
    // The cast is safe, because the changed numbers are parameters of the type.
    const rules = { type, parameters: { ...parameters, ...changed } } as Parameters<typeof areWithinRanges>[0];
    expect(areWithinRanges(rules)).toBe(isValid);
  });
});

describe("the key of a strategy's signals", () => {
  const keyOf = (type: StrategyType, parameters: CheckedParameters) => signalRulesKey(completeRules(type, parameters));

  it('is the same for any stake and expiry', () => {
    expect(keyOf('rsi', { trade_amount: 3, duration: 60 })).toBe(keyOf('rsi', {}));
    expect(keyOf('rsi', { duration_seconds: 15 })).toBe(keyOf('rsi', {}));
    expect(keyOf('rsi', { duration_ticks: 5 })).toBe(keyOf('rsi', {}));
  });

  it('differs if the type or a number that affects signals differs', () => {
    const keys = [
      keyOf('rsi', {}),
      keyOf('rsi', { rsi_period: 15 }),
      keyOf('rsi', { oversold: 20 }),
      keyOf('rsi', { overbought: 80 }),
      keyOf('macd', {}),
      keyOf('macd', { signal: 5 }),
      keyOf('moving_average', {}),
      keyOf('moving_average', { ma_type: 'sma' }),
      keyOf('bollinger', {}),
      keyOf('bollinger', { squeeze_threshold: 0 }),
      keyOf('bollinger', { gates: { ...OPEN_GATES, cooldown_candles: 1 } }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
