import { describe, expect, it } from 'vitest';
import { completeRules, OPEN_GATES } from './complete-rules.ts';
import { CANDLE_BASED_TYPES, PRESET_TYPES, STRATEGY_TYPES, type StrategyRules, signalRulesKey } from './registry.ts';

describe('the strategy types', () => {
  const PRESETS = ['rsi', 'macd', 'bollinger', 'moving_average', 'stochastic', 'engulfing'];

  it('are in the order of the form', () => {
    expect(STRATEGY_TYPES).toEqual([...PRESETS, 'custom', 'external']);
  });

  it('find their signals on candles, except for the one that receives them from outside', () => {
    expect(CANDLE_BASED_TYPES).toEqual([...PRESETS, 'custom']);
  });

  it('are presets, except for the two without fixed conditions', () => {
    expect(PRESET_TYPES).toEqual(PRESETS);
  });
});

describe('the key of rules', () => {
  const macd = (parameters: StrategyRules<'macd'>['parameters']) => signalRulesKey({ type: 'macd', parameters });

  it('does not depend on the order of the parameters', () => {
    const keys = [
      macd({ fast: 12, signal: 9, slow: 26, trade_amount: 10, duration: 5 }),
      macd({ slow: 26, signal: 9, fast: 12, trade_amount: 10, duration: 5 }),
      macd({ duration: 5, signal: 9, trade_amount: 10, slow: 26, fast: 12 }),
      macd({ slow: 26, fast: 12, duration: 5, trade_amount: 10, signal: 9 }),
    ];
    expect(new Set(keys).size).toBe(1);
  });

  it('differs if two parameters exchange their values', () => {
    const trade = { trade_amount: 10, duration: 5 } as const;
    const key = macd({ fast: 12, slow: 26, signal: 9, ...trade });
    expect(macd({ fast: 9, slow: 26, signal: 12, ...trade })).not.toBe(key);
    expect(macd({ fast: 12, slow: 9, signal: 26, ...trade })).not.toBe(key);
  });

  it('does not depend on the stake, the stake plan, the duration or the limits', () => {
    const limits = { daily_operations: 3, daily_loss: 50, daily_profit: null, auto_reset: false };
    const plan = { plan: 'percent', percent: 2 } as const;
    const key = signalRulesKey(completeRules('macd'));
    expect(signalRulesKey(completeRules('macd', { limits }))).toBe(key);
    expect(signalRulesKey(completeRules('macd', { stake_plan: plan }))).toBe(key);
    expect(signalRulesKey(completeRules('macd', { trade_amount: 7, duration_ticks: 5 }))).toBe(key);
  });

  it('differs for other gates, and for another condition of own rules', () => {
    const isGreen = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 1 }] };
    const isRed = { join: 'all', conditions: [{ test: 'shape', shape: 'red', candles: 1 }] };
    const keys = [
      completeRules('custom', { call: isGreen }),
      completeRules('custom', { call: isRed }),
      completeRules('custom', { put: isGreen }),
      completeRules('custom', { call: isGreen, gates: { ...OPEN_GATES, days: [1] } }),
      completeRules('custom', { call: isGreen, gates: { ...OPEN_GATES, days: [2] } }),
    ].map(signalRulesKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
