import { readFileSync } from 'node:fs';
import { sharedFile } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { parseStrategyRules } from './parse-rules.ts';
import { createStrategyFold } from './strategy-fold.ts';

type Series = { readonly first_index: number; readonly values: readonly number[] };
type Golden = {
  readonly candles: readonly (readonly [number, number, number, number, number])[];
  readonly indicators: Readonly<Record<string, Series>>;
};

const file = sharedFile('golden/indicators/eurusd-5m.json');
const STEP_S = 300;

describe.skipIf(!file)('strategies on 3,000 real candles (shared/golden/indicators/eurusd-5m.json)', () => {
  const golden: Golden = file ? JSON.parse(readFileSync(file, 'utf8')) : { candles: [], indicators: {} };
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

  /** What each type should do at a candle, worked out from TA-Lib's own values. */
  const EXPECTED: Readonly<Record<string, (index: number) => number>> = {
    rsi: (index) => {
      const [before, now] = [valueOf('rsi_14', index - 1), valueOf('rsi_14', index)];
      if (before < 30 && now >= 30) return 1;
      return before > 70 && now <= 70 ? -1 : 0;
    },
    macd: crosses((index) => valueOf('macd_12_26_9.line', index) - valueOf('macd_12_26_9.signal', index)),
    moving_average: crosses((index) => valueOf('ema_10', index) - valueOf('ema_30', index)),
    bollinger: (index) => {
      const [upper, lower] = [valueOf('bollinger_20_2.upper', index), valueOf('bollinger_20_2.lower', index)];
      if ((100 * (upper - lower)) / valueOf('bollinger_20_2.middle', index) < 0.1) return 0;
      if (closeAt(index - 1) < valueOf('bollinger_20_2.lower', index - 1)) return closeAt(index) >= lower ? 1 : 0;
      return closeAt(index - 1) > valueOf('bollinger_20_2.upper', index - 1) && closeAt(index) <= upper ? -1 : 0;
    },
  };

  it.each(Object.keys(EXPECTED))("signal where TA-Lib's values say: %s with its defaults", (type) => {
    const rules = parseStrategyRules({ type });
    if (!rules.ok) throw new Error('defaults are valid');
    const fold = createStrategyFold(rules.value, STEP_S);
    const found = golden.candles.map(([time, open, high, low, close]) => fold.push(time, open, high, low, close));
    const expected = golden.candles.map((_, index) =>
      timeAt(index) - timeAt(index - 1) === STEP_S ? EXPECTED[type]?.(index) : 0,
    );
    expect(found).toEqual(expected);
    expect(found.filter((move) => move === 1).length).toBeGreaterThan(10);
    expect(found.filter((move) => move === -1).length).toBeGreaterThan(10);
  });
});
