import { describe, expect, it } from 'vitest';
import type { BollingerParameters, StrategyRules } from './rules.ts';
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
  it('signals as calculated by hand', () => {
    // The RSI of 2 candles is –, –, 0, 66.7, 85.7, 54.5.
    expect(directionsOf(rsi(30, 70), candlesClosingAt(10, 9, 8, 10, 12, 11))).toEqual([0, 0, 0, 1, 0, -1]);
  });

  it('signals when the RSI reaches its threshold exactly, and not again when the RSI moves further', () => {
    // The RSI is –, –, 0, 50, 83.3.
    expect(directionsOf(rsi(50, 90), candlesClosingAt(10, 9, 8, 9, 11))).toEqual([0, 0, 0, 1, 0]);
    // The RSI is –, –, 100, 50, 16.7: the mirror image.
    expect(directionsOf(rsi(10, 50), candlesClosingAt(10, 11, 12, 11, 9))).toEqual([0, 0, 0, -1, 0]);
  });

  it('does not signal if the price never moved, because an RSI of 0 is meaningless then', () => {
    expect(directionsOf(rsi(30, 70), candlesClosingAt(10, 10, 10, 11))).toEqual([0, 0, 0, 0]);
  });
});

describe('the MACD strategy', () => {
  it('signals as calculated by hand', () => {
    // The line minus the signal is –, –, −0.17, 0.35, −0.19.
    expect(directionsOf(macd, candlesClosingAt(10, 10, 9, 12, 11))).toEqual([0, 0, 0, 1, -1]);
  });
});

describe('the moving average strategy', () => {
  it('signals as calculated by hand', () => {
    // The fast minus the slow average is –, −0.5, 1, 0, 0; reaching the slow average counts as crossing it.
    expect(directionsOf(average('sma'), candlesClosingAt(10, 9, 11, 11, 11))).toEqual([0, 0, 1, -1, 0]);
    // The fast minus the slow average is –, −0.5, 0.5, 0.17, −0.28: the exponential average still lags.
    expect(directionsOf(average('ema'), candlesClosingAt(10, 9, 11, 11, 10))).toEqual([0, 0, 1, 0, -1]);
  });
});

describe('the Bollinger strategy', () => {
  it('signals as calculated by hand', () => {
    // The lower bands are –, 8.5, 8.25; the closes 8 and 9 lie below and above them.
    expect(directionsOf(bollinger(), candlesClosingAt(10, 8, 9))).toEqual([0, 0, 1]);
    expect(directionsOf(bollinger(), candlesClosingAt(8, 10, 9))).toEqual([0, 0, -1]);
  });

  it('signals when the close comes back exactly to the band', () => {
    // With two closes, one deviation reaches exactly to both: 8 and 9 lie on their bands, not below them.
    expect(directionsOf(bollinger({ std_dev: 1 }), candlesClosingAt(10, 8, 9))).toEqual([0, 0, 0]);
    // The bands after 100, 96 are 97–99. After a second 96 they are 96–96, and the close lies on the band.
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

describe('a gap in the candles', () => {
  const hurried = (...seconds: number[]) =>
    candlesClosingAt(10, 9, 8, 10, 12, 11).map((candle, index) => ({ ...candle, time: seconds[index] ?? NaN }));

  it('is any time step other than the timeframe, including a shorter step', () => {
    const [a, b, c, d] = [0, STEP_S, 2 * STEP_S, 3 * STEP_S];
    expect(directionsOf(rsi(30, 70), hurried(a, b, c, d + 1, d + 61, d + 121))).toEqual([0, 0, 0, 0, 0, -1]);
    expect(directionsOf(rsi(30, 70), hurried(a, b, c, d - 1, d + 59, d + 119))).toEqual([0, 0, 0, 0, 0, -1]);
  });
});
