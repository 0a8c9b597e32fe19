import { Bollinger, Ema, Macd, Rsi, Sma } from '@vigia/core/indicators';
import { SeededRng } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import type { IndicatorChoice } from './choices.ts';
import { foldOf } from './fold-of.ts';
import { closeOf, type IndicatorFold, RunningSeries } from './running-series.ts';

/** A fake indicator that sums the closes and counts how often it is called. */
class Counted implements IndicatorFold<number> {
  static pushes = 0;
  static peeks = 0;
  static made = 0;
  #sum = 0;
  constructor() {
    Counted.made += 1;
  }
  push(close: number): number {
    Counted.pushes += 1;
    this.#sum += close;
    return this.#sum;
  }
  peek(close: number): number {
    Counted.peeks += 1;
    return this.#sum + close;
  }
  static forget(): void {
    [Counted.pushes, Counted.peeks, Counted.made] = [0, 0, 0];
  }
}

const bars = (closes: readonly number[], firstIndex = 0) =>
  closes.map((close, index) => ({ timestamp: (firstIndex + index) * 60_000, close }));

/** Returns the same bars with another close of the last bar. */
const ticked = (before: ReturnType<typeof bars>, close: number) => [
  ...before.slice(0, -1),
  { timestamp: before.at(-1)?.timestamp ?? 0, close },
];

describe('RunningSeries, which computes an indicator for a chart,', () => {
  it('returns one value per candle, and treats the forming candle as if it were closed', () => {
    expect(new RunningSeries(() => new Counted(), closeOf).along(bars([1, 2, 3]))).toEqual([1, 3, 6]);
  });

  it('calls peek once per tick and push once per new candle, however many candles there are', () => {
    const series = new RunningSeries(() => new Counted(), closeOf);
    const many = bars(Array.from({ length: 10_000 }, () => 1));
    series.along(many);
    Counted.forget();
    series.along(ticked(many, 5));
    expect([Counted.pushes, Counted.peeks, Counted.made]).toEqual([0, 1, 0]);
    const rows = series.along([...ticked(many, 5), ...bars([7], 10_000)]);
    expect([Counted.pushes, Counted.peeks, Counted.made]).toEqual([1, 2, 0]);
    expect(rows.slice(-2)).toEqual([9_999 + 5, 9_999 + 5 + 7]);
  });

  it('computes all values again after older candles are added, the series changes or no candles are left', () => {
    const series = new RunningSeries(() => new Counted(), closeOf);
    series.along(bars([1, 2, 3], 10));
    expect(series.along(bars([5, 1, 2, 3], 9))).toEqual([5, 6, 8, 11]);
    expect(series.along(bars([4, 4], 9))).toEqual([4, 8]);
    expect(series.along([])).toEqual([]);
    expect(series.along(bars([4], 9))).toEqual([4]);
  });
});

describe('every indicator', () => {
  const CHOICES: readonly IndicatorChoice[] = [
    { kind: 'ema', period: 9 },
    { kind: 'sma', period: 20 },
    { kind: 'bollinger', period: 20, deviations: 2 },
    { kind: 'rsi', period: 14 },
    { kind: 'macd', fast: 12, slow: 26, signal: 9 },
  ];
  const rng = new SeededRng(7);
  let price = 1.1;
  const market = bars(
    Array.from({ length: 200 }, () => {
      price += (rng.next() - 0.5) * 0.001;
      return price;
    }),
  );

  it.each(CHOICES)('returns the same values one candle at a time as for all candles at once: $kind', (choice) => {
    const running = new RunningSeries(foldOf(choice), closeOf);
    for (let length = 1; length <= market.length; length += 1) {
      // The forming bar closes at the price of the last tick, which differs from the bar's final close.
      running.along(ticked(market.slice(0, length), 1));
      running.along(market.slice(0, length));
    }
    expect(running.along(market)).toEqual(new RunningSeries(foldOf(choice), closeOf).along(market));
  });

  it('returns the same values as the indicator of the core package', () => {
    const [ema, sma, rsi, macd] = [new Ema(9), new Sma(20), new Rsi(14), new Macd(12, 26, 9)];
    const bollinger = new Bollinger(20, 2);
    for (const { close } of market) for (const each of [ema, sma, rsi, macd, bollinger]) each.push(close);
    const last = (choice: IndicatorChoice) => new RunningSeries(foldOf(choice), closeOf).along(market).at(-1);
    expect(last({ kind: 'ema', period: 9 })?.['line']).toBeCloseTo(ema.value, 12);
    expect(last({ kind: 'sma', period: 20 })?.['line']).toBeCloseTo(sma.value, 12);
    expect(last({ kind: 'rsi', period: 14 })?.['line']).toBeCloseTo(rsi.value, 9);
    expect(last({ kind: 'macd', fast: 12, slow: 26, signal: 9 })?.['histogram']).toBeCloseTo(macd.histogram, 12);
    expect(last({ kind: 'bollinger', period: 20, deviations: 2 })?.['upper']).toBeCloseTo(bollinger.upper, 12);
  });

  it('returns no value while it has too few candles', () => {
    for (const choice of CHOICES)
      expect(new RunningSeries(foldOf(choice), closeOf).along(market.slice(0, 5))[4]).toEqual({});
  });
});
