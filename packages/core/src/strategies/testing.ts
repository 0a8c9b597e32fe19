import type { Candle } from '#candles/index.ts';
import type { Rng } from '#kernel/index.ts';
import type { SignalDirection } from '#rules/index.ts';
import type { StrategyRules } from './definitions.ts';

import { StrategyFold } from './strategy-fold.ts';

export const STEP_S = 60;

/** Returns candles a minute apart whose four prices equal the given close. */
export const candlesClosingAt = (...closes: readonly number[]): Candle[] =>
  closes.map((close, index) => ({ time: index * STEP_S, open: close, high: close, low: close, close }));

/**
 * Returns random candles whose moves let every strategy signal within a few candles. `gapChance` is the chance of a
 * gap.
 */
export function randomCandles(rng: Rng, count: number, gapChance = 0): Candle[] {
  let [close, time] = [1.1, 0];
  return Array.from({ length: count }, () => {
    const open = close;
    close = open * (1 + (rng.next() - 0.5) * 0.02);
    time += rng.next() < gapChance ? 3 * STEP_S : STEP_S;
    return { time, open, high: Math.max(open, close) * 1.001, low: Math.min(open, close) * 0.999, close };
  });
}

export const feed = (fold: StrategyFold, candles: readonly Candle[]): SignalDirection[] =>
  candles.map(({ time, open, high, low, close }) => fold.push(time, open, high, low, close));

/** Returns the signal of a strategy at each candle. */
export const directionsOf = (rules: StrategyRules, candles: readonly Candle[]): SignalDirection[] =>
  feed(new StrategyFold(rules, STEP_S), candles);
