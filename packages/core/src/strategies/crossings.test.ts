import { describe, expect, it } from 'vitest';
import type { BollingerParameters } from './bollinger/definition.ts';
import type { StrategyRules } from './definitions.ts';
import { candlesClosingAt, directionsOf, STEP_S } from './testing.ts';

const TRADE = { trade_amount: 10, duration: 5 } as const;

const rsi = (oversold: number, overbought: number): StrategyRules => ({
  type: 'rsi',
  parameters: { rsi_period: 2, oversold, overbought, ...TRADE },
});
const macd: StrategyRules = { type: 'macd', parameters: { fast: 1, slow: 2, signal: 2, ...TRADE } };
const bollinger = (more: Partial<BollingerParameters> = {}): StrategyRules => ({
  type: 'bollinger',
  parameters: { period: 2, std_dev: 0.5, squeeze_threshold: 1, ...TRADE, ...more },
});
const average = (ma_type: 'ema' | 'sma'): StrategyRules => ({
  type: 'moving_average',
  parameters: { fast: 1, slow: 2, ma_type, ...TRADE },
});

describe('the RSI strategy', () => {
  it('gives the manually calculated signals', () => {
    // The RSI of 2 candles is –, –, 0, 66.7, 85.7, 54.5.
    expect(directionsOf(rsi(30, 70), candlesClosingAt(10, 9, 8, 10, 12, 11))).toEqual([0, 0, 0, 1, 0, -1]);
  });

  it('signals when the RSI reaches its threshold exactly, and not again when the RSI moves further', () => {
    // The RSI is –, –, 0, 50, 83.3.
    expect(directionsOf(rsi(50, 90), candlesClosingAt(10, 9, 8, 9, 11))).toEqual([0, 0, 0, 1, 0]);
    // The RSI is –, –, 100, 50, 16.7: 100 minus the values above.
    expect(directionsOf(rsi(10, 50), candlesClosingAt(10, 11, 12, 11, 9))).toEqual([0, 0, 0, -1, 0]);
  });

  it('does not signal if the price never moved, because its RSI of 0 has no meaning', () => {
    expect(directionsOf(rsi(30, 70), candlesClosingAt(10, 10, 10, 11))).toEqual([0, 0, 0, 0]);
  });
});

describe('the MACD strategy', () => {
  it('gives the manually calculated signals', () => {
    // The line minus the signal is –, –, −0.17, 0.35, −0.19.
    expect(directionsOf(macd, candlesClosingAt(10, 10, 9, 12, 11))).toEqual([0, 0, 0, 1, -1]);
  });
});

describe('the moving average strategy', () => {
  it('gives the manually calculated signals', () => {
    // The fast minus the slow average is –, −0.5, 1, 0, 0. A fast average equal to the slow average counts as a cross.
    expect(directionsOf(average('sma'), candlesClosingAt(10, 9, 11, 11, 11))).toEqual([0, 0, 1, -1, 0]);
    // The fast minus the slow average is –, −0.5, 0.5, 0.17, −0.28: the exponential average still lags.
    expect(directionsOf(average('ema'), candlesClosingAt(10, 9, 11, 11, 10))).toEqual([0, 0, 1, 0, -1]);
  });
});

describe('the Bollinger strategy', () => {
  it('gives the manually calculated signals', () => {
    // The lower bands are –, 8.5, 8.25. The close 8 is below its band, and the close 9 is above its band.
    expect(directionsOf(bollinger(), candlesClosingAt(10, 8, 9))).toEqual([0, 0, 1]);
    expect(directionsOf(bollinger(), candlesClosingAt(8, 10, 9))).toEqual([0, 0, -1]);
  });

  it('signals when the close returns exactly to the band', () => {
    // With two closes, one deviation reaches exactly to both. The closes 8 and 9 are on their bands, not below them.
    expect(directionsOf(bollinger({ std_dev: 1 }), candlesClosingAt(10, 8, 9))).toEqual([0, 0, 0]);
    // The bands after 100, 96 are 97–99. After a second 96 they are 96–96, and the close is on the band.
    expect(directionsOf(bollinger({ squeeze_threshold: 0 }), candlesClosingAt(100, 96, 96))).toEqual([0, 0, 1]);
  });

  it('signals at the threshold of the bandwidth, but not below it', () => {
    // The bandwidth at the third candle is 100·(8.75−8.25)/8.5 = 5.88….
    expect(directionsOf(bollinger({ squeeze_threshold: (100 * 0.5) / 8.5 }), candlesClosingAt(10, 8, 9))).toEqual([
      0, 0, 1,
    ]);
    expect(directionsOf(bollinger({ squeeze_threshold: 5.9 }), candlesClosingAt(10, 8, 9))).toEqual([0, 0, 0]);
  });
});

/** Returns candles a minute apart from their open, high, low and close. */
const candlesOf = (...rows: readonly (readonly [number, number, number, number])[]) =>
  rows.map(([open, high, low, close], index) => ({ time: index * STEP_S, open, high, low, close }));

describe('the stochastic strategy', () => {
  const stochastic: StrategyRules = {
    type: 'stochastic',
    parameters: { k_period: 2, k_smoothing: 1, d_period: 2, oversold: 30, overbought: 70, ...TRADE },
  };

  it('gives the manually calculated signals', () => {
    // %K is –, 75, 25, 75, 90, 20; %D is –, –, 50, 50, 82.5, 55.
    const rising = candlesOf([5, 8, 4, 6], [6, 8, 4, 7], [7, 8, 4, 5], [5, 8, 4, 7]);
    expect(directionsOf(stochastic, rising)).toEqual([0, 0, 0, 1]);
    const falling = candlesOf([5, 14, 4, 6], [6, 14, 4, 9], [9, 14, 4, 13], [13, 14, 4, 6]);
    expect(directionsOf(stochastic, falling)).toEqual([0, 0, 0, -1]);
  });

  it('does not signal at a cross that begins between the two levels', () => {
    // %K is –, 75, 40, 75, and never below 30.
    expect(
      directionsOf(stochastic, candlesOf([5, 14, 4, 6], [6, 14, 4, 11.5], [7, 14, 4, 8], [5, 14, 4, 11.5])),
    ).toEqual([0, 0, 0, 0]);
  });
});

describe('the engulfing strategy', () => {
  const engulfing = (body_ratio: number, trend_candles: number): StrategyRules => ({
    type: 'engulfing',
    parameters: { body_ratio, trend_candles, ...TRADE },
  });
  const TURN = candlesOf([20, 20, 18, 18], [18, 18, 16, 16], [16, 20, 16, 19]);
  const mirrored = TURN.map(({ time, open, high, low, close }) => ({
    time,
    open: 40 - open,
    high: 40 - low,
    low: 40 - high,
    close: 40 - close,
  }));

  it('signals a CALL when a larger rising body covers the falling body before it, and a PUT in the mirrored case', () => {
    expect(directionsOf(engulfing(1, 0), TURN)).toEqual([0, 0, 1]);
    expect(directionsOf(engulfing(1, 0), mirrored)).toEqual([0, 0, -1]);
  });

  it('does not signal if the body is not larger, does not cover the other, or has the same direction', () => {
    expect(directionsOf(engulfing(1, 0), candlesOf([18, 18, 16, 16], [16, 18, 16, 18]))).toEqual([0, 0]);
    expect(directionsOf(engulfing(1, 0), candlesOf([18, 18, 16, 16], [16.5, 20, 16, 19.5]))).toEqual([0, 0]);
    expect(directionsOf(engulfing(1, 0), candlesOf([16, 18, 16, 18], [16, 20, 16, 20]))).toEqual([0, 0]);
  });

  it('does not signal if the body is smaller than the required multiple of the previous body', () => {
    expect(directionsOf(engulfing(1.5, 0), TURN)).toEqual([0, 0, 1]);
    expect(directionsOf(engulfing(1.51, 0), TURN)).toEqual([0, 0, 0]);
  });

  it('does not signal without a falling trend before the engulfed candle', () => {
    expect(directionsOf(engulfing(1, 1), TURN)).toEqual([0, 0, 1]);
    const [first, second, third] = candlesOf([15, 16, 15, 16], [18, 18, 16, 16], [16, 20, 16, 19]);
    expect(
      directionsOf(
        engulfing(1, 1),
        [first, second, third].flatMap((candle) => candle ?? []),
      ),
    ).toEqual([0, 0, 0]);
  });
});

describe('a gap in the candles', () => {
  const hurried = (...seconds: number[]) =>
    candlesClosingAt(10, 9, 8, 10, 12, 11).map((candle, index) => ({ ...candle, time: seconds[index] ?? NaN }));

  it('is any time step other than the timeframe, including a shorter step', () => {
    const [a, b, c, d] = [0, STEP_S, 2 * STEP_S, 3 * STEP_S];
    expect(directionsOf(rsi(30, 70), hurried(a, b, c, d + 1, d + 61, d + 121))).toEqual([0, 0, 0, 0, 0, -1]);
    expect(directionsOf(rsi(30, 70), hurried(a, b, c, d - 1, d + 59, d + 119))).toEqual([0, 0, 0, 0, 0, -1]);
  });
});
