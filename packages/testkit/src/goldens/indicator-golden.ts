import {
  atrSeries,
  emaSeries,
  macdSeries,
  meanAndDeviationSeries,
  rsiSeries,
  type Series,
} from './indicator-series.ts';
import { goldenCandles, readPcrGolden } from './pcr-golden.ts';

/**
 * A series in the form of the stored results: the index of the candle with the first value, and all values from this
 * candle on.
 */
type StoredSeries = { readonly first_index: number; readonly values: readonly number[] };

const stored = (series: Series): StoredSeries => {
  const values = series.filter((value) => value !== null);
  return { first_index: series.length - values.length, values };
};

/** Computes every indicator series over the given candles, by the plain formulas of docs/spec. */
function indicatorsOf(bars: ReturnType<typeof goldenCandles>): Readonly<Record<string, StoredSeries>> {
  const closes = bars.map(({ close }) => close);
  const bands = meanAndDeviationSeries(closes, 20, 2);
  const macd = macdSeries(closes, 12, 26, 9);
  const series: Readonly<Record<string, Series>> = {
    rsi_14: rsiSeries(closes, 14).value,
    ema_10: emaSeries(closes, 10),
    ema_30: emaSeries(closes, 30),
    ema_200: emaSeries(closes, 200),
    sma_20: bands.middle,
    atr_14: atrSeries(bars, 14),
    'macd_12_26_9.line': macd.line,
    'macd_12_26_9.signal': macd.signal,
    'macd_12_26_9.histogram': macd.histogram,
    'bollinger_20_2.upper': bands.upper,
    'bollinger_20_2.middle': bands.middle,
    'bollinger_20_2.lower': bands.lower,
  };
  return Object.fromEntries(Object.entries(series).map(([name, values]) => [name, stored(values)]));
}

/**
 * Returns 1-minute candles of the simulated market as rows of time, open, high, low and close. The result includes
 * every indicator series over them.
 */
export function simulatedIndicatorGolden() {
  const bars = goldenCandles(readPcrGolden());
  const candles = bars.map(({ time, open, high, low, close }) => [time, open, high, low, close] as const);
  return { candles, indicators: indicatorsOf(bars) };
}
