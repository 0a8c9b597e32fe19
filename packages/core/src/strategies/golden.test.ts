import { readFileSync } from 'node:fs';
import { sharedFile } from '@vigia/testkit';
import { simulatedIndicatorGolden } from '@vigia/testkit/goldens';
import { describe, expect, it } from 'vitest';
import { completeRules, PRESET_TYPES, type PresetType } from './definitions.ts';
import { StrategyFold } from './strategy-fold.ts';

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
  const openAt = (index: number): number => golden.candles[index]?.[1] ?? NaN;
  const highAt = (index: number): number => golden.candles[index]?.[2] ?? NaN;
  const lowAt = (index: number): number => golden.candles[index]?.[3] ?? NaN;
  const closeAt = (index: number): number => golden.candles[index]?.[4] ?? NaN;
  const timeAt = (index: number): number => golden.candles[index]?.[0] ?? NaN;
  const crosses = (above: (index: number) => number) => (index: number) => {
    const [before, now] = [above(index - 1), above(index)];
    if (before < 0 && now >= 0) return 1;
    return before > 0 && now <= 0 ? -1 : 0;
  };

  const meanOf = (values: (index: number) => number, index: number, count: number): number => {
    let sum = 0;
    for (let back = 0; back < count; back += 1) sum += values(index - back);
    return sum / count;
  };
  const positionAt = (index: number): number => {
    const rows = Array.from({ length: 14 }, (_, back) => index - back);
    const [highest, lowest] = [Math.max(...rows.map(highAt)), Math.min(...rows.map(lowAt))];
    return (100 * (closeAt(index) - lowest)) / (highest - lowest);
  };
  const kAt = (index: number): number => meanOf(positionAt, index, 3);
  const dAt = (index: number): number => meanOf(kAt, index, 3);

  /** Returns, for each type, the expected direction at a candle, calculated from the reference values. */
  const EXPECTED: Readonly<Record<PresetType, (index: number) => number>> = {
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
    stochastic: (index) => {
      const [k, d, kBefore, dBefore] = [kAt(index), dAt(index), kAt(index - 1), dAt(index - 1)];
      if (kBefore < dBefore && kBefore < 20) return k >= d ? 1 : 0;
      return kBefore > dBefore && kBefore > 80 && k <= d ? -1 : 0;
    },
    engulfing: (index) => {
      const bodyOf = (at: number) => closeAt(at) - openAt(at);
      const [body, before, trend] = [bodyOf(index), bodyOf(index - 1), closeAt(index - 1) - closeAt(index - 6)];
      if (!(Math.abs(body) > Math.abs(before))) return 0;
      const [top, bottom] = [Math.max(openAt(index), closeAt(index)), Math.min(openAt(index), closeAt(index))];
      const [topBefore, bottomBefore] = [
        Math.max(openAt(index - 1), closeAt(index - 1)),
        Math.min(openAt(index - 1), closeAt(index - 1)),
      ];
      if (top < topBefore || bottom > bottomBefore) return 0;
      if (before < 0 && body > 0 && trend < 0) return 1;
      return before > 0 && body < 0 && trend > 0 ? -1 : 0;
    },
  };

  it.skipIf(!isHere).each(PRESET_TYPES)('give the same signals as the reference for %s', (type) => {
    const rules = completeRules(type, type === 'bollinger' ? { squeeze_threshold: squeeze } : {});
    const fold = new StrategyFold(rules, stepS);
    const found = golden.candles.map(([time, open, high, low, close]) => fold.push(time, open, high, low, close));
    const expected = golden.candles.map((_, index) =>
      timeAt(index) - timeAt(index - 1) === stepS ? EXPECTED[type](index) : 0,
    );
    expect(found).toEqual(expected);
    expect(found.filter((move) => move === 1).length).toBeGreaterThan(10);
    expect(found.filter((move) => move === -1).length).toBeGreaterThan(10);
  });
});
