import { describe, expect, it } from 'vitest';
import { STRATEGY_RANGES, STRATEGY_TYPES } from '#vocabulary/index.ts';
import { parseStrategyRules } from './parse-rules.ts';
import { detectionKey } from './rules.ts';

const faultsOf = (input: unknown) => {
  const parsed = parseStrategyRules(input);
  return parsed.ok ? [] : parsed.error.map(({ path, code }) => [path, code]);
};

describe('parseStrategyRules', () => {
  it.each(STRATEGY_TYPES)('fills in every default for the type %s', (type) => {
    const defaults = Object.fromEntries(
      Object.entries(STRATEGY_RANGES[type]).map(([key, range]) => [key, range.default]),
    );
    const expected = type === 'moving_average' ? { ...defaults, ma_type: 'ema' } : defaults;
    expect(parseStrategyRules({ type })).toEqual({ ok: true, value: { type, parameters: expected } });
  });

  it('keeps the parameters in the request', () => {
    const parameters = { fast: 5, slow: 9, ma_type: 'sma', trade_amount: 2.5, duration: 15 };
    expect(parseStrategyRules({ type: 'moving_average', parameters })).toEqual({
      ok: true,
      value: { type: 'moving_average', parameters },
    });
  });

  it.each([
    [
      null,
      [
        ['', 'wrong_type'],
        ['type', 'not_one_of'],
      ],
    ],
    [{ type: 'magia' }, [['type', 'not_one_of']]],
    [{ type: 'rsi', parameters: [] }, [['parameters', 'wrong_type']]],
    [{ type: 'rsi', more: 1 }, [['more', 'unknown_key']]],
    [{ type: 'rsi', parameters: { fast: 3 } }, [['parameters.fast', 'unknown_key']]],
    [{ type: 'rsi', parameters: { oversold: 70, overbought: 30 } }, [['parameters.oversold', 'above_other']]],
    [{ type: 'rsi', parameters: { oversold: 50, overbought: 50 } }, [['parameters.oversold', 'same_as_other']]],
    [{ type: 'macd', parameters: { fast: 30 } }, [['parameters.fast', 'above_other']]],
    [{ type: 'moving_average', parameters: { slow: 10 } }, [['parameters.fast', 'same_as_other']]],
    [{ type: 'moving_average', parameters: { ma_type: 'wma' } }, [['parameters.ma_type', 'not_one_of']]],
    [{ type: 'bollinger', parameters: { period: 2.5 } }, [['parameters.period', 'not_integer']]],
    [{ type: 'bollinger', parameters: { std_dev: 0 } }, [['parameters.std_dev', 'out_of_range']]],
    [{ type: 'bollinger', parameters: { duration: '5' } }, [['parameters.duration', 'wrong_type']]],
    [
      { type: 'rsi', parameters: { trade_amount: 0, duration: 1_441 } },
      [
        ['parameters.trade_amount', 'out_of_range'],
        ['parameters.duration', 'out_of_range'],
      ],
    ],
  ])('reports all faults of %j', (input, faults) => {
    expect(faultsOf(input)).toEqual(faults);
  });
});

describe("the key of a strategy's signals", () => {
  const keyOf = (type: string, parameters: object) => {
    const parsed = parseStrategyRules({ type, parameters });
    if (!parsed.ok) throw new Error('not valid');
    return detectionKey(parsed.value);
  };

  it('is the same for any stake and expiry', () => {
    expect(keyOf('rsi', { trade_amount: 3, duration: 60 })).toBe(keyOf('rsi', {}));
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
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
