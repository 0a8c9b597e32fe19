import type { CandleView } from '@vigia/contract';
import type { StrategyRules } from '@vigia/core/strategies';
import { expect, it } from 'vitest';
import { countMarked, previewOf } from './preview.ts';

const CROSS: StrategyRules = {
  type: 'moving_average',
  parameters: { fast: 1, slow: 2, ma_type: 'sma', trade_amount: 10, duration: 5 },
};

/** Returns candles whose closes zigzag, so that the fast average crosses the slow one at every candle. */
const candles = (count: number): CandleView[] =>
  Array.from({ length: count }, (_, index) => {
    const close = 1 + (index % 2) / 100;
    return { time: 300 * (index + 1), open: close, high: close + 0.001, low: close - 0.001, close, closed: true };
  });

it('the strategy preview marks signals on the last five hundred candles only, and uses earlier candles as warm-up', () => {
  const preview = previewOf(candles(560), CROSS, '5m');
  expect(preview.signals).toHaveLength(500);
  expect(preview.calls).toBe(250);
  expect(preview.puts).toBe(250);
});

it('the strategy preview marks a CALL below its candle and a PUT above it', () => {
  const [call, put] = previewOf(candles(5), CROSS, '5m').signals.slice(-2);
  const below = [call, put].find((signal) => signal?.direction === 'CALL');
  const above = [call, put].find((signal) => signal?.direction === 'PUT');
  expect(below?.price).toBeCloseTo(1.009, 9);
  expect(above?.price).toBeCloseTo(1.001, 9);
});

it('the strategy preview counts the closed candles of a young history, and at most five hundred of an old one', () => {
  const young = candles(79).map((candle, index) => ({ ...candle, closed: index < 78 }));
  expect(countMarked(young)).toBe(78);
  expect(countMarked(candles(560))).toBe(500);
});

it('the strategy preview ignores the forming candle', () => {
  const all = candles(30);
  const forming = all.map((candle, index) => ({ ...candle, closed: index < 29 }));
  expect(previewOf(forming, CROSS, '5m').signals).toEqual(previewOf(all.slice(0, 29), CROSS, '5m').signals);
});

it('the strategy preview decides a signal by the candle that closes at its expiry; before that the signal is pending', () => {
  // After each rise, the next candle falls. A CALL therefore loses after one candle, and ties after two.
  const { outcomes } = previewOf(candles(101), CROSS, '5m');
  expect(outcomes).toEqual({ pending: 1, won: 0, lost: 98, tie: 0, void: 0 });
  const long = { ...CROSS, parameters: { ...CROSS.parameters, duration: 10 } } as const;
  expect(previewOf(candles(101), long, '5m').outcomes).toMatchObject({ pending: 2, tie: 97 });
  const between = { ...CROSS, parameters: { ...CROSS.parameters, duration: 3 } } as const;
  expect(previewOf(candles(101), between, '5m').outcomes).toMatchObject({ pending: 99 });
});

it('the strategy preview shows a signal as void if the market was silent at its expiry, as the engine decides', () => {
  const long = { ...CROSS, parameters: { ...CROSS.parameters, duration: 10 } } as const;
  const outcomeWithout = (missing: readonly number[]) => {
    const all = candles(40).filter((_, index) => !missing.includes(index));
    return previewOf(all, long, '5m').signals.find(({ id }) => id === String(300 * 24))?.outcome;
  };
  expect(outcomeWithout([])).toBe('tie');
  // The signal at the end of candle 23 expires at the end of candle 25.
  expect(outcomeWithout([24])).toBe('tie');
  expect(outcomeWithout([25])).toBe('void');
  expect(outcomeWithout([24, 25, 26])).toBe('void');
});

it('the strategy preview reports if there are too few candles for a signal', () => {
  expect(previewOf(candles(1), CROSS, '5m').isTooShort).toBe(true);
  expect(previewOf(candles(30), CROSS, '5m').isTooShort).toBe(false);
});
