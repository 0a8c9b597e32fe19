import { describe, expect, it } from 'vitest';
import type { OwnRules } from '#rules/index.ts';
import { rulesOf } from './rules-of.ts';

const TRADE = { trade_amount: 10, duration: 5 } as const;

describe('the conditions', () => {
  it('are those that the user wrote, for own rules', () => {
    const call: OwnRules['call'] = { join: 'any', conditions: [{ test: 'shape', shape: 'green', candles: 2 }] };
    expect(rulesOf({ type: 'custom', parameters: { call, put: null, ...TRADE } })).toEqual({ call, put: null });
  });

  it('are empty in both directions for signals from outside', () => {
    expect(rulesOf({ type: 'external', parameters: TRADE })).toEqual({ call: null, put: null });
  });

  it('mirror each other for engulfing candles at the end of a trend', () => {
    const rules = rulesOf({ type: 'engulfing', parameters: { body_ratio: 1.5, trend_candles: 4, ...TRADE } });
    const [left, right] = [1, 5].map((ago) => ({ of: 'price', line: 'close', ago }));
    const sideOf = (side: string, test: string) => ({
      join: 'all',
      conditions: [
        { test: 'engulfing', side, body_ratio: 1.5 },
        { test, left, right, candles: 1 },
      ],
    });
    expect(rules).toEqual({ call: sideOf('up', 'below'), put: sideOf('down', 'above') });
  });
});
