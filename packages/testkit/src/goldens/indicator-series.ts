/** Values of an indicator, one per candle; null where the indicator is undefined. */
export type Series = readonly (number | null)[];

type Bar = { readonly high: number; readonly low: number; readonly close: number };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Computes Wilder's average of `values` from index 1 on: the mean of the first n, then `(previous·(n−1) + value)/n`.
 */
function wilder(values: readonly number[], n: number): Series {
  const series: (number | null)[] = [];
  for (let i = 0; i < values.length; i += 1) {
    const previous = series[i - 1] ?? null;
    if (i < n) series.push(null);
    else if (i === n) series.push(sum(values.slice(1, n + 1)) / n);
    else series.push(((previous ?? Number.NaN) * (n - 1) + (values[i] ?? Number.NaN)) / n);
  }
  return series;
}

/** Computes the average true range (docs/spec/pcr.md §2). */
export function atrSeries(bars: readonly Bar[], n: number): Series {
  const ranges = bars.map(({ high, low }, i) => {
    const before = bars[i - 1]?.close ?? Number.NaN;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  });
  return wilder(ranges, n);
}

/** Computes the exponential moving average (docs/spec/pcr.md §2). */
export function emaSeries(closes: readonly number[], n: number): Series {
  const series: (number | null)[] = [];
  for (let i = 0; i < closes.length; i += 1) {
    const previous = series[i - 1] ?? Number.NaN;
    if (i < n - 1) series.push(null);
    else if (i === n - 1) series.push(sum(closes.slice(0, n)) / n);
    else series.push(previous + (2 / (n + 1)) * ((closes[i] ?? Number.NaN) - previous));
  }
  return series;
}

/**
 * Computes the relative strength index (docs/spec/pcr.md §2); `flat` marks the candles at which both averages are zero.
 */
export function rsiSeries(closes: readonly number[], n: number): { readonly value: Series; readonly flat: boolean[] } {
  const changes = closes.map((close, i) => close - (closes[i - 1] ?? close));
  const gains = wilder(
    changes.map((change) => Math.max(change, 0)),
    n,
  );
  const losses = wilder(
    changes.map((change) => Math.max(-change, 0)),
    n,
  );
  const total = gains.map((gain, i) => (gain === null ? null : gain + (losses[i] ?? Number.NaN)));
  return {
    value: gains.map((gain, i) => {
      if (gain === null) return null;
      return total[i] === 0 ? 0 : 100 * (gain / (total[i] ?? Number.NaN));
    }),
    flat: total.map((value) => value === 0),
  };
}

/** Computes the mean and the population standard deviation of the last n closes, in two passes. */
export function meanAndDeviationSeries(closes: readonly number[], n: number, deviations: number) {
  const rows = closes.map((_, i) => {
    if (i < n - 1) return null;
    const window = closes.slice(i - n + 1, i + 1);
    const middle = sum(window) / n;
    const reach = deviations * Math.sqrt(sum(window.map((close) => (close - middle) ** 2)) / n);
    return { upper: middle + reach, middle, lower: middle - reach };
  });
  const pick = (key: 'upper' | 'middle' | 'lower'): Series => rows.map((row) => row?.[key] ?? null);
  return { upper: pick('upper'), middle: pick('middle'), lower: pick('lower') };
}

/** Computes the MACD, with the fast average seeded at index slow−1 (docs/spec/strategies.md §2). */
export function macdSeries(closes: readonly number[], fast: number, slow: number, signalPeriod: number) {
  const late = slow - fast;
  const fastEma = [...new Array<null>(late).fill(null), ...emaSeries(closes.slice(late), fast)];
  const line = emaSeries(closes, slow).map((value, i) => (value === null ? null : (fastEma[i] ?? Number.NaN) - value));
  const start = slow - 1;
  const values = line.slice(start).map((value) => value ?? Number.NaN);
  const signal = [...new Array<null>(start).fill(null), ...emaSeries(values, signalPeriod)];
  const histogram = signal.map((value, i) => (value === null ? null : (line[i] ?? Number.NaN) - value));
  return { line, signal, histogram };
}
