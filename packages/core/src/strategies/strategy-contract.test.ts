import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { Operand, OwnRules } from '#rules/index.ts';
import type { StrategyRules } from './definitions.ts';
import { CANDLE_BASED_TYPES } from './definitions.ts';
import { StrategyFold } from './strategy-fold.ts';
import { directionsOf, feed, randomCandles, STEP_S } from './testing.ts';

const TRADE = { trade_amount: 10, duration: 5 } as const;
const RSI: Operand = { of: 'rsi', period: 3, ago: 0 };
const OWN: OwnRules = {
  call: {
    join: 'all',
    conditions: [
      { test: 'crosses_above', left: RSI, right: { of: 'number', value: 45, ago: 0 }, candles: 2 },
      { test: 'shape', shape: 'green', candles: 1 },
    ],
  },
  put: {
    join: 'any',
    conditions: [
      { test: 'crosses_below', left: RSI, right: { of: 'number', value: 55, ago: 0 }, candles: 1 },
      { test: 'engulfing', side: 'down', body_ratio: 2 },
    ],
  },
};
const RULES: readonly StrategyRules[] = [
  { type: 'rsi', parameters: { rsi_period: 3, oversold: 40, overbought: 60, ...TRADE } },
  { type: 'macd', parameters: { fast: 2, slow: 4, signal: 3, ...TRADE } },
  { type: 'bollinger', parameters: { period: 4, std_dev: 0.8, squeeze_threshold: 0.1, ...TRADE } },
  { type: 'moving_average', parameters: { fast: 2, slow: 5, ma_type: 'ema', ...TRADE } },
  { type: 'moving_average', parameters: { fast: 2, slow: 5, ma_type: 'sma', ...TRADE } },
  {
    type: 'stochastic',
    parameters: { k_period: 4, k_smoothing: 2, d_period: 2, oversold: 45, overbought: 55, ...TRADE },
  },
  { type: 'engulfing', parameters: { body_ratio: 1, trend_candles: 0, ...TRADE } },
  { type: 'engulfing', parameters: { body_ratio: 1.2, trend_candles: 3, ...TRADE } },
  { type: 'custom', parameters: { ...OWN, ...TRADE } },
];
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

it('the shared strategy tests cover every strategy type', () => {
  expect([...new Set(RULES.map(({ type }) => type))]).toEqual([...CANDLE_BASED_TYPES]);
});

describe.each(RULES.map((rules) => [JSON.stringify(rules.parameters), rules] as const))('strategy %s', (_, rules) => {
  it('signals in both directions, on some candles but not on most', () => {
    const moves = SEEDS.flatMap((seed) => directionsOf(rules, randomCandles(new SeededRng(seed), 100)));
    const [calls, puts] = [moves.filter((move) => move === 1).length, moves.filter((move) => move === -1).length];
    expect(calls).toBeGreaterThan(50);
    expect(puts).toBeGreaterThan(50);
    expect(calls + puts).toBeLessThan(moves.length / 2);
  });

  it('never looks ahead: later candles change no signal', () => {
    for (const seed of SEEDS) {
      const candles = randomCandles(new SeededRng(seed), 60, 0.05);
      const moves = directionsOf(rules, candles);
      for (const cut of [1, 7, 20, 59]) {
        const otherwise = [
          ...candles.slice(0, cut),
          ...randomCandles(new SeededRng(seed + 1_000), 60).map(later(candles, cut)),
        ];
        expect(directionsOf(rules, otherwise).slice(0, cut)).toEqual(moves.slice(0, cut));
      }
    }
  });

  it('can signal at the last candle of its stated warm-up, but not earlier', () => {
    const { warmUp } = new StrategyFold(rules, STEP_S);
    const firsts = Array.from({ length: 300 }, (_unused, seed) =>
      directionsOf(rules, randomCandles(new SeededRng(seed), warmUp + 5)).findIndex((move) => move !== 0),
    ).filter((first) => first !== -1);
    expect(Math.min(...firsts)).toBe(warmUp);
  });

  it('continues bit for bit as without a restart, if it is restored from a JSON snapshot of any candle', () => {
    for (const seed of SEEDS) {
      const candles = randomCandles(new SeededRng(seed), 50, 0.05);
      const moves = directionsOf(rules, candles);
      for (let cut = 0; cut <= 50; cut += 7) {
        const before = new StrategyFold(rules, STEP_S);
        feed(before, candles.slice(0, cut));
        const after = new StrategyFold(rules, STEP_S);
        feed(after, randomCandles(new SeededRng(99), 9));
        after.restore(JSON.parse(JSON.stringify(before.snapshot())));
        expect(after.snapshot()).toEqual(before.snapshot());
        expect(feed(after, candles.slice(cut))).toEqual(moves.slice(cut));
      }
    }
  });

  it('has only finite numbers in its snapshot, at every candle', () => {
    const fold = new StrategyFold(rules, STEP_S);
    for (const candle of randomCandles(new SeededRng(3), 80, 0.1)) {
      feed(fold, [candle]);
      const { lastTime, rules: state } = fold.snapshot();
      expect([lastTime, ...state].every(Number.isFinite)).toBe(true);
    }
  });

  it('never signals at the candle after a gap, and is otherwise unaffected by the gap', () => {
    let silenced = 0;
    for (const seed of SEEDS) {
      const whole = randomCandles(new SeededRng(seed), 80);
      const moves = directionsOf(rules, whole);
      for (const gap of [20, 33, 61]) {
        const moved = whole.map((candle, index) => (index < gap ? candle : { ...candle, time: candle.time + STEP_S }));
        if (moves[gap] !== 0) silenced += 1;
        expect(directionsOf(rules, moved)).toEqual(moves.map((move, index) => (index === gap ? 0 : move)));
      }
    }
    expect(silenced).toBeGreaterThan(5);
  });

  it('gives the same signals in each run, and for prices 1024 times as high', () => {
    const candles = randomCandles(new SeededRng(5), 200);
    expect(directionsOf(rules, candles)).toEqual(directionsOf(rules, candles));
    // The factor 1024 is a power of two and scales every float without rounding.
    const higher = candles.map(({ time, open, high, low, close }) => ({
      time,
      open: open * 1_024,
      high: high * 1_024,
      low: low * 1_024,
      close: close * 1_024,
    }));
    expect(directionsOf(rules, higher)).toEqual(directionsOf(rules, candles));
  });

  it('never signals at a constant price', () => {
    const flat = randomCandles(new SeededRng(1), 100).map(({ time }) => ({
      time,
      open: 1.1,
      high: 1.1,
      low: 1.1,
      close: 1.1,
    }));
    expect(directionsOf(rules, flat)).toEqual(flat.map(() => 0));
  });

  it('throws for a snapshot of another shape', () => {
    expect(() =>
      new StrategyFold(rules, STEP_S).restore({ lastTime: 0, candlesSinceSignal: null, rules: [1] }),
    ).toThrow('snapshot');
  });
});

/** Returns a function that moves a candle in time, after the first `cut` candles of another series. */
const later =
  (candles: readonly { readonly time: number }[], cut: number) =>
  <Timed extends { readonly time: number }>(candle: Timed): Timed => ({
    ...candle,
    time: candle.time + (candles[cut - 1]?.time ?? 0),
  });
