import { describe, expect, it } from 'vitest';
import { type AssetSpec, SIMULATED_ASSETS, simulatedAsset } from './assets.ts';
import { demoMarket } from './market.ts';
import { TickCursor } from './ticks.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 9, 1);
const SEEDS = [1, 2, 3, 4, 5, 6];

type Minutes = {
  readonly returns: readonly number[];
  readonly ranges: readonly number[];
  /** Times between ticks, in milliseconds. */
  readonly gaps: readonly number[];
};

/** Returns the close-to-close log returns and the high − low of consecutive minutes, and the gaps between ticks. */
function minutesOf(seed: number, asset: AssetSpec, count: number): Minutes {
  const cursor = new TickCursor(demoMarket(seed, 'uneven'), asset).seekBefore(START_MS);
  const returns: number[] = [];
  const ranges: number[] = [];
  const gaps: number[] = [];
  let before = cursor.price;
  cursor.next();
  for (let minute = 1; minute <= count; minute++) {
    let high = 0;
    let low = Number.POSITIVE_INFINITY;
    let close = 0;
    while (cursor.timeMs < START_MS + minute * MINUTE_MS) {
      close = cursor.price;
      high = Math.max(high, close);
      low = Math.min(low, close);
      const tickMs = cursor.timeMs;
      cursor.next();
      gaps.push(cursor.timeMs - tickMs);
    }
    returns.push(Math.log(close / before));
    ranges.push(high - low);
    before = close;
  }
  return { returns, ranges, gaps };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((value, index) => {
    const [x, y] = [value - meanA, (b[index] ?? 0) - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  });
  return ab / Math.sqrt(aa * bb);
}

const autocorrelation = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, -lag));

function assetOf(symbol: string): AssetSpec {
  const found = simulatedAsset(symbol);
  if (!found) throw new Error(`${symbol} is listed`);
  return found;
}

const fortnights = SEEDS.map((seed) => minutesOf(seed, assetOf('EURUSD'), 14 * 1_440));

describe('the simulated EURUSD in 1-minute candles', () => {
  it('moves 1 to 2.5 pips per candle', () => {
    const pips = fortnights.map(({ ranges }) => mean(ranges) * 10_000);
    expect(mean(pips)).toBeGreaterThan(1);
    expect(mean(pips)).toBeLessThan(2.5);
  });

  it('moves more in the afternoon than at night', () => {
    const atHour = (hour: number) =>
      mean(fortnights.flatMap(({ ranges }) => ranges.filter((_, m) => Math.floor(m / 60) % 24 === hour)));
    expect(atHour(14) / atHour(4)).toBeGreaterThan(1.7);
  });

  it('clusters its volatility for hours, without correlated returns', () => {
    const bound = 4 / Math.sqrt(SEEDS.length * 14 * 1_440);
    const lagged = (lag: number) => mean(fortnights.map(({ returns }) => autocorrelation(returns, lag)));
    const clustered = (lag: number) =>
      mean(fortnights.map(({ returns }) => autocorrelation(returns.map(Math.abs), lag)));
    // The limit is twice the Gaussian bound, because fat tails increase the sampling error of an autocorrelation.
    for (const lag of [1, 2, 5]) expect(Math.abs(lagged(lag))).toBeLessThan(2 * bound);
    for (const lag of [1, 10, 60]) expect(clustered(lag)).toBeGreaterThan(0.05);
  });

  it('has tails within a factor of two of those of a real market: kurtosis 67, 4.3 in 10,000 moves over 10 sd', () => {
    const shapes = fortnights.map(({ returns }) => shapeOf(returns));
    expect(mean(shapes.map(({ kurtosis }) => kurtosis))).toBeGreaterThan(67 / 2);
    expect(mean(shapes.map(({ kurtosis }) => kurtosis))).toBeLessThan(67 * 2);
    expect(mean(shapes.map(({ over10 }) => over10))).toBeGreaterThan(4.3e-4 / 2);
    expect(mean(shapes.map(({ over10 }) => over10))).toBeLessThan(4.3e-4 * 2);
  });

  it('has gaps between ticks within a factor of two of those of a real market: median 0.07 s, 99 % below 17 s', () => {
    const gaps = Float64Array.from(fortnights.flatMap((fortnight) => fortnight.gaps)).sort();
    const quantile = (share: number): number => gaps[Math.floor(share * gaps.length)] ?? 0;
    expect(quantile(0.5)).toBeGreaterThan(70 / 2);
    expect(quantile(0.5)).toBeLessThan(70 * 2);
    expect(quantile(0.99)).toBeGreaterThan(17_000 / 2);
    expect(quantile(1 - 1 / gaps.length)).toBeLessThan(9_600);
  });
});

/** Returns the kurtosis of returns, and the share of returns over ten standard deviations. */
function shapeOf(returns: readonly number[]) {
  const variance = mean(returns.map((value) => value ** 2));
  return {
    kurtosis: mean(returns.map((value) => value ** 4)) / variance ** 2,
    over10: returns.filter((value) => Math.abs(value) > 10 * Math.sqrt(variance)).length / returns.length,
  };
}

describe('the simulated market as a whole', () => {
  it('moves independently for different seeds and for different symbols', () => {
    const others = ['GBPUSD', 'BTCUSD', 'AAPL'].map((symbol) => minutesOf(1, assetOf(symbol), 14 * 1_440));
    const all = [...fortnights, ...others].map(({ returns }) => returns);
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) expect(Math.abs(correlation(a, b))).toBeLessThan(8 / Math.sqrt(a.length));
    }
  });

  it('has about the configured volatility over a year', () => {
    const endMs = Date.UTC(2026, 10, 21);
    const squares = SIMULATED_ASSETS.flatMap((a) =>
      Array.from({ length: 40 }, (_, seed) => {
        const moved = Math.log(new TickCursor(demoMarket(seed), a).seekBefore(endMs).price / a.basePrice);
        return (moved / a.annualVolatilityRatio) ** 2;
      }),
    );
    // The data cover 324 of 365 days. The cascade may change the variance of a single path by about 20 %.
    expect(mean(squares)).toBeGreaterThan(0.7);
    expect(mean(squares)).toBeLessThan(1.1);
    expect(Math.sqrt(squares.reduce((most, square) => Math.max(most, square)))).toBeLessThan(5);
  });
});
