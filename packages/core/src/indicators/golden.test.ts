import { readFileSync } from 'node:fs';
import { sharedFile } from '@vigia/testkit';
import { simulatedIndicatorGolden } from '@vigia/testkit/goldens';
import { describe, expect, it } from 'vitest';
import { Atr, Bollinger, Ema, Macd, Rsi, Sma } from './index.ts';

type Series = { readonly first_index: number; readonly values: readonly number[] };
type Golden = {
  readonly candles: readonly (readonly [number, number, number, number, number])[];
  readonly indicators: Readonly<Record<string, Series>>;
};
type Push = (high: number, low: number, close: number) => number;

function following(push: (close: number) => unknown, read: () => number): Push {
  return (_high, _low, close) => {
    push(close);
    return read();
  };
}

function ofMacd(read: (macd: Macd) => number): Push {
  const macd = new Macd(12, 26, 9);
  return following(
    (close) => macd.push(close),
    () => read(macd),
  );
}

function ofEma(period: number): Push {
  const ema = new Ema(period);
  return (_high, _low, close) => ema.push(close);
}

function ofBollinger(read: (bands: Bollinger) => number): Push {
  const bands = new Bollinger(20, 2);
  return following(
    (close) => bands.push(close),
    () => read(bands),
  );
}

function subjects(): Readonly<Record<string, Push>> {
  const rsi = new Rsi(14);
  const sma = new Sma(20);
  const atr = new Atr(14);
  return {
    rsi_14: (_high, _low, close) => rsi.push(close),
    ema_10: ofEma(10),
    ema_30: ofEma(30),
    ema_200: ofEma(200),
    sma_20: (_high, _low, close) => sma.push(close),
    atr_14: (high, low, close) => atr.push(high, low, close),
    'macd_12_26_9.line': ofMacd((macd) => macd.line),
    'macd_12_26_9.signal': ofMacd((macd) => macd.signal),
    'macd_12_26_9.histogram': ofMacd((macd) => macd.histogram),
    'bollinger_20_2.upper': ofBollinger((bands) => bands.upper),
    'bollinger_20_2.middle': ofBollinger((bands) => bands.middle),
    'bollinger_20_2.lower': ofBollinger((bands) => bands.lower),
  };
}

/**
 * Returns the tolerance for an indicator. It is larger for Bollinger bands, because TA-Lib's running sums have errors
 * up to 4e-7.
 */
const toleranceOf = (name: string): number => (name.startsWith('bollinger') ? 1e-6 : 1e-9);

const file = sharedFile('golden/indicators/eurusd-5m.json');
const readReal = (): Golden => (file ? JSON.parse(readFileSync(file, 'utf8')) : { candles: [], indicators: {} });

describe.each([
  { source: "TA-Lib's values on 3,000 real candles (beside the project)", read: readReal, isHere: file !== null },
  { source: 'the plain formulas on simulated minutes', read: simulatedIndicatorGolden, isHere: true },
])('indicators against $source', ({ read, isHere }) => {
  const golden = read();

  it.skipIf(!isHere)('are compared with every series of the source', () => {
    expect(Object.keys(subjects()).toSorted()).toEqual(Object.keys(golden.indicators).toSorted());
  });

  it.skipIf(!isHere).each(Object.keys(subjects()))(
    'give the same %s as the source from the first value of the series on',
    (name) => {
      const push = subjects()[name];
      const series = golden.indicators[name];
      let compared = 0;
      golden.candles.forEach(([, , high, low, close], index) => {
        const value = push?.(high, low, close) ?? NaN;
        const expected = series?.values[index - series.first_index];
        if (expected === undefined) return;
        expect(Math.abs(value - expected)).toBeLessThanOrEqual(toleranceOf(name) * Math.abs(expected) + 1e-14);
        compared += 1;
      });
      expect(compared).toBe(golden.candles.length - (series?.first_index ?? NaN));
    },
  );

  it.skipIf(!isHere)('keep Bollinger bands within 1e-8 of the exact value', () => {
    const bands = new Bollinger(20, 2);
    const closes = golden.candles.map(([, , , , close]) => close);
    closes.forEach((close, index) => {
      bands.push(close);
      if (index < 19) return;
      const window = closes.slice(index - 19, index + 1);
      const mean = window.reduce((sum, value) => sum + value, 0) / 20;
      const deviation = Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 20);
      expect(Math.abs(bands.upper - (mean + 2 * deviation))).toBeLessThan(1e-8);
      expect(Math.abs(bands.middle - mean)).toBeLessThan(1e-8);
      expect(Math.abs(bands.lower - (mean - 2 * deviation))).toBeLessThan(1e-8);
    });
  });
});
