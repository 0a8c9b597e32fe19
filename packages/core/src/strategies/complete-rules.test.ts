import { describe, expect, it } from 'vitest';
import {
  areWithinRanges,
  type CheckedParameters,
  completeRules,
  definitionOf,
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

describe('the numbers of a variant', () => {
  it.each<[StrategyType, object, boolean]>([
    ['rsi', {}, true],
    ['rsi', { rsi_period: 500 }, true],
    ['rsi', { rsi_period: 501 }, false],
    ['rsi', { rsi_period: 14.5 }, false],
    ['rsi', { oversold: 70, overbought: 70 }, false],
    ['macd', { fast: 30 }, false],
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
