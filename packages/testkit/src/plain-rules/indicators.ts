import { at, type PlainBar, type PlainSeries } from './bars.ts';

/**
 * Indicators by the formulas of docs/spec/pcr.md §2 and docs/spec/strategies.md §2, each over a whole array. Sums are
 * added in order of time.
 */

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

/** Returns the `count` elements that end at `end`. Returns null if there are fewer or one of them is undefined. */
function lastOf(values: PlainSeries, end: number, count: number): readonly number[] | null {
  if (end < count - 1) return null;
  const found = values.slice(end - count + 1, end + 1).filter((value) => value !== null);
  return found.length === count ? found : null;
}

const means = (values: PlainSeries, count: number): PlainSeries =>
  values.map((_, index) => {
    const last = lastOf(values, index, count);
    return last && meanOf(last);
  });

/** Returns where a series starts: the index of its first defined value. */
const firstOf = (values: PlainSeries): number => {
  const first = values.findIndex((value) => value !== null);
  return first === -1 ? values.length : first;
};

/**
 * Averages a series recursively. The first average, at `seedIndex`, is the mean of the last `count` values. For each
 * later candle, `next` combines the previous average with the value of the candle.
 */
function averaged(
  values: PlainSeries,
  count: number,
  seedIndex: number,
  next: (average: number, value: number) => number,
): PlainSeries {
  const averages: (number | null)[] = [];
  let average: number | null = null;
  for (let index = 0; index < values.length; index += 1) {
    const value = at(values, index);
    if (index === seedIndex) {
      const seed = lastOf(values, index, count);
      average = seed && meanOf(seed);
    } else if (average !== null && value !== null) average = next(average, value);
    averages.push(average);
  }
  return averages;
}

const emaOf = (values: PlainSeries, n: number, seedIndex: number): PlainSeries =>
  averaged(values, n, seedIndex, (average, value) => average + (2 / (n + 1)) * (value - average));

const wilderOf = (values: PlainSeries, n: number): PlainSeries =>
  averaged(values, n, firstOf(values) + n - 1, (average, value) => (average * (n - 1) + value) / n);

/** Combines series at each candle at which all of them are defined. */
const combined = (
  series: readonly PlainSeries[],
  combine: (...values: readonly number[]) => number | null,
): PlainSeries =>
  at(series, 0).map((_, index) => {
    const values = series.map((each) => at(each, index)).filter((value) => value !== null);
    return values.length === series.length ? combine(...values) : null;
  });

const closesOf = (bars: readonly PlainBar[]): readonly number[] => bars.map(({ close }) => close);

const fromSecond = (bars: readonly PlainBar[], value: (bar: PlainBar, before: PlainBar) => number): PlainSeries =>
  bars.map((bar, index) => (index === 0 ? null : value(bar, at(bars, index - 1))));

export const sma = (bars: readonly PlainBar[], n: number): PlainSeries => means(closesOf(bars), n);

export const ema = (bars: readonly PlainBar[], n: number): PlainSeries => emaOf(closesOf(bars), n, n - 1);

/** Computes the RSI. It is undefined while both averages are zero, because no crossing may use 0/0. */
export function rsi(bars: readonly PlainBar[], n: number): PlainSeries {
  const gains = wilderOf(
    fromSecond(bars, ({ close }, before) => Math.max(close - before.close, 0)),
    n,
  );
  const losses = wilderOf(
    fromSecond(bars, ({ close }, before) => Math.max(before.close - close, 0)),
    n,
  );
  return combined([gains, losses], (gain = 0, loss = 0) => (gain + loss === 0 ? null : 100 * (gain / (gain + loss))));
}

const trueRanges = (bars: readonly PlainBar[]): PlainSeries =>
  fromSecond(bars, ({ high, low }, { close }) => Math.max(high - low, Math.abs(high - close), Math.abs(low - close)));

export const atr = (bars: readonly PlainBar[], n: number): PlainSeries => wilderOf(trueRanges(bars), n);

type Macd = Readonly<Record<'line' | 'signal' | 'histogram', PlainSeries>>;

export function macd(bars: readonly PlainBar[], fast: number, slow: number, signalPeriod: number): Macd {
  const closes = closesOf(bars);
  const [fastEma, slowEma] = [emaOf(closes, fast, slow - 1), emaOf(closes, slow, slow - 1)];
  const line = combined([fastEma, slowEma], (quick = 0, lazy = 0) => quick - lazy);
  const signal = emaOf(line, signalPeriod, slow - 1 + signalPeriod - 1);
  return { line, signal, histogram: combined([line, signal], (value = 0, average = 0) => value - average) };
}

type Band = Readonly<Record<'upper' | 'middle' | 'lower', PlainSeries>>;

export function bollinger(bars: readonly PlainBar[], n: number, deviations: number): Band {
  const closes = closesOf(bars);
  const middle = means(closes, n);
  const reach = closes.map((_, index) => {
    const last = lastOf(closes, index, n);
    if (!last) return null;
    const mean = meanOf(last);
    return deviations * Math.sqrt(meanOf(last.map((close) => (close - mean) ** 2)));
  });
  return {
    upper: combined([middle, reach], (mean = 0, width = 0) => mean + width),
    middle,
    lower: combined([middle, reach], (mean = 0, width = 0) => mean - width),
  };
}

/** Computes %K and %D. A position is 50 if the highest high equals the lowest low. */
export function stochastic(bars: readonly PlainBar[], k: number, s: number, d: number) {
  const positions = bars.map(({ close }, index) => {
    if (index < k - 1) return null;
    const last = bars.slice(index - k + 1, index + 1);
    const [highest, lowest] = [Math.max(...last.map(({ high }) => high)), Math.min(...last.map(({ low }) => low))];
    return highest === lowest ? 50 : (100 * (close - lowest)) / (highest - lowest);
  });
  const smoothed = means(positions, s);
  return { k: smoothed, d: means(smoothed, d) };
}

const quotient = (above: number, below: number): number => (above === 0 && below === 0 ? 0 : above / below);

/** Computes the ADX and both directional indicators by Wilder's formulas. */
export function adx(bars: readonly PlainBar[], n: number) {
  const plus = fromSecond(bars, ({ high, low }, before) => {
    const [up, down] = [high - before.high, before.low - low];
    return up > down && up > 0 ? up : 0;
  });
  const minus = fromSecond(bars, ({ high, low }, before) => {
    const [up, down] = [high - before.high, before.low - low];
    return down > up && down > 0 ? down : 0;
  });
  const [plusAverage, minusAverage, range] = [wilderOf(plus, n), wilderOf(minus, n), atr(bars, n)];
  const index = (average = 0, atrNow = 0) => quotient(100 * average, atrNow);
  const dx = combined([plusAverage, minusAverage], (up = 0, down = 0) =>
    quotient(100 * Math.abs(up - down), up + down),
  );
  return {
    adx: wilderOf(dx, n),
    plus_di: combined([plusAverage, range], index),
    minus_di: combined([minusAverage, range], index),
  };
}

/** Computes the channel of the n candles before each candle. The candle itself is not part of its own channel. */
export function donchian(bars: readonly PlainBar[], n: number): Band {
  const before = bars.map((_, index) => (index < n ? null : bars.slice(index - n, index)));
  const upper = before.map((last) => last && Math.max(...last.map(({ high }) => high)));
  const lower = before.map((last) => last && Math.min(...last.map(({ low }) => low)));
  return { upper, middle: combined([upper, lower], (high = 0, low = 0) => (high + low) / 2), lower };
}
