import { readFileSync } from 'node:fs';
import { sharedFile } from '@vigia/testkit';
import { simulatedIndicatorGolden } from '@vigia/testkit/goldens';
import { describe, expect, it } from 'vitest';
import { STRATEGY_TYPES, type StrategyType } from '#vocabulary/index.ts';
import { parseStrategyRules } from './parse-rules.ts';
import { createStrategyFold } from './strategy-fold.ts';

type Series = { readonly first_index: number; readonly values: readonly number[] };
type Golden = {
  readonly candles: readonly (readonly [number, number, number, number, number])[];
  readonly indicators: Readonly<Record<string, Series>>;
};

const file = sharedFile('golden/indicators/eurusd-5m.json');
const readReal = (): Golden => (file ? JSON.parse(readFileSync(file, 'utf8')) : { candles: [], indicators: {} });

describe.each([
  {
    source: "TA-Lib's values on 3,000 real candles (beside the project)",
    read: readReal,
    stepS: 300,
    squeeze: 0.1,
    isHere: file !== null,
  },
  {
    source: 'the plain formulas on simulated minutes',
    read: simulatedIndicatorGolden,
    stepS: 60,
    squeeze: 0.02,
    isHere: true,
  },
])('the strategies against $source', ({ read, stepS, squeeze, isHere }) => {
  const golden = read();
  const valueOf = (name: string, index: number): number => {
    const series = golden.indicators[name];
    return series?.values[index - series.first_index] ?? NaN;
  };
  const closeAt = (index: number): number => golden.candles[index]?.[4] ?? NaN;
  const timeAt = (index: number): number => golden.candles[index]?.[0] ?? NaN;
  const crosses = (above: (index: number) => number) => (index: number) => {
    const [before, now] = [above(index - 1), above(index)];
    if (before < 0 && now >= 0) return 1;
    return before > 0 && now <= 0 ? -1 : 0;
  };

  /** Returns, for each type, the expected direction at a candle, calculated from the reference values. */
  const EXPECTED: Readonly<Record<StrategyType, (index: number) => number>> = {
    rsi: (index) => {
      const [before, now] = [valueOf('rsi_14', index - 1), valueOf('rsi_14', index)];
      if (before < 30 && now >= 30) return 1;
      return before > 70 && now <= 70 ? -1 : 0;
    },
    macd: crosses((index) => valueOf('macd_12_26_9.line', index) - valueOf('macd_12_26_9.signal', index)),
    moving_average: crosses((index) => valueOf('ema_10', index) - valueOf('ema_30', index)),
    bollinger: (index) => {
      const [upper, lower] = [valueOf('bollinger_20_2.upper', index), valueOf('bollinger_20_2.lower', index)];
      if ((100 * (upper - lower)) / valueOf('bollinger_20_2.middle', index) < squeeze) return 0;
      if (closeAt(index - 1) < valueOf('bollinger_20_2.lower', index - 1)) return closeAt(index) >= lower ? 1 : 0;
      return closeAt(index - 1) > valueOf('bollinger_20_2.upper', index - 1) && closeAt(index) <= upper ? -1 : 0;
    },
  };

  it.skipIf(!isHere).each(STRATEGY_TYPES)('give the same signals as the reference for %s', (type) => {
    const rules = parseStrategyRules({
      type,
      ...(type === 'bollinger' && { parameters: { squeeze_threshold: squeeze } }),
    });
    if (!rules.ok) throw new Error('defaults are valid');
    const fold = createStrategyFold(rules.value, stepS);
    const found = golden.candles.map(([time, open, high, low, close]) => fold.push(time, open, high, low, close));
    const expected = golden.candles.map((_, index) =>
      timeAt(index) - timeAt(index - 1) === stepS ? EXPECTED[type](index) : 0,
    );
    expect(found).toEqual(expected);
    expect(found.filter((move) => move === 1).length).toBeGreaterThan(10);
    expect(found.filter((move) => move === -1).length).toBeGreaterThan(10);
  });
});
